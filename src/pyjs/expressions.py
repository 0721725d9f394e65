"""Expressions of Python as expressions of JavaScript."""

import ast
from collections.abc import Callable, Iterable
from typing import NoReturn

from pyjs.errors import UnsupportedError
from pyjs.literals import literal
from pyjs.program import Definition, Library, Module, Program
from pyjs.runtime import direct, library_name, offered
from pyjs.scopes import Comprehension, Scope, bound, local, parameters

BINARY: dict[type[ast.operator], str] = {
    ast.Add: "add",
    ast.Sub: "sub",
    ast.Mult: "mul",
    ast.Div: "truediv",
    ast.FloorDiv: "floordiv",
    ast.Mod: "mod",
    ast.Pow: "pow",
    ast.BitOr: "or",
    ast.BitAnd: "and",
}
_COMPARED: dict[type[ast.cmpop], str] = {
    ast.Eq: "$eq(%s, %s)",
    ast.NotEq: "$ne(%s, %s)",
    ast.Lt: "$lt(%s, %s)",
    ast.LtE: "$le(%s, %s)",
    ast.Gt: "$gt(%s, %s)",
    ast.GtE: "$ge(%s, %s)",
    ast.In: "$in(%s, %s)",
    ast.NotIn: "!$in(%s, %s)",
    ast.Is: "$is(%s, %s)",
    ast.IsNot: "!$is(%s, %s)",
}
_TRUTHS = (ast.In, ast.NotIn, ast.Is, ast.IsNot)


class Expressions:
    """Writes the expressions of one definition, and notes what they need.

    Args:
        program: where names are looked up.
        module: that the definition stands in.
    """

    def __init__(self, program: Program, module: Module) -> None:
        self.program = program
        self.module = module
        self.scope = Scope("module", frozenset())
        self.needs: set[Definition] = set()
        self.attributes: dict[str, ast.Attribute] = {}
        self.texts: set[str] = set()

    def refuse(self, node: ast.AST, what: str) -> NoReturn:
        """Say that something cannot be translated."""
        raise UnsupportedError(self.module.file, node, what)

    def expression(self, node: ast.expr) -> str:
        """JavaScript with the same value."""
        write: Callable[[ast.expr], str] | None = getattr(self, f"_{type(node).__name__}", None)
        return write(node) if write else self.refuse(node, f"{type(node).__name__}")

    def condition(self, node: ast.expr) -> str:
        """JavaScript that is true where the expression counts as true."""
        match node:
            case ast.UnaryOp(op=ast.Not()):
                return f"!{self.condition(node.operand)}"
            case ast.BoolOp():
                sign = " && " if isinstance(node.op, ast.And) else " || "
                return f"({sign.join(map(self.condition, node.values))})"
            case ast.Compare(ops=[one]) if isinstance(one, _TRUTHS):
                return self.expression(node)
        return f"$truth({self.expression(node)})"

    def listed(self, nodes: Iterable[ast.expr]) -> str:
        """Several expressions with commas; a starred one gives all its items."""
        return ", ".join(
            f"...$items({self.expression(node.value)})"
            if isinstance(node, ast.Starred)
            else self.expression(node)
            for node in nodes
        )

    def name(self, node: ast.AST, name: str) -> str:
        """What a name is in JavaScript, wherever it comes from."""
        if variable := self.scope.variable(name):
            return variable
        found = self.program.resolve(self.module, name)
        return self._outside(node, found or Library("builtins", name))

    def global_name(self, found: Definition) -> str:
        """What a name at the top of a module is called in JavaScript."""
        module = self.program.module(found.module)
        return f"{found.name}${module.number if module else ''}"

    def function(
        self, node: ast.FunctionDef | ast.Lambda, name: str, write: Callable[[], str]
    ) -> str:
        """A function as a call of `$def`; its body is written by `write` in its scope."""
        arguments = node.args
        if arguments.posonlyargs:
            self.refuse(node, "a positional-only parameter")
        words = [each.arg for each in arguments.args]
        if arguments.vararg:
            words.append(f"*{arguments.vararg.arg}")
        elif arguments.kwonlyargs:
            words.append("*")
        words += [each.arg for each in arguments.kwonlyargs]
        words += [f"**{arguments.kwarg.arg}"] if arguments.kwarg else []
        last = arguments.args[len(arguments.args) - len(arguments.defaults) :]
        pairs = [
            *zip(last, arguments.defaults, strict=True),
            *zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True),
        ]
        defaults = [f"{each.arg}: {self.expression(value)}" for each, value in pairs if value]
        given = f", {{ {', '.join(defaults)} }}" if defaults else ""
        qualified = f"{self.scope.qualified}{name}"
        body = write()
        return f"$def({literal(qualified)}, {literal(' '.join(words))}, {body}{given})"

    def _outside(self, node: ast.AST, found: Definition | Library | str) -> str:
        if isinstance(found, str):
            self.refuse(node, f"the module {found} as a value")
        if isinstance(found, Definition):
            self.needs.add(found)
            return self.global_name(found)
        called = library_name(found.module, found.name)
        if called not in offered():
            prefix = "" if found.module == "builtins" else f"{found.module}."
            self.refuse(node, f"{prefix}{found.name}")
        return called

    def _module_of(self, node: ast.expr) -> str | None:
        """The module that an expression names, if it does."""
        if isinstance(node, ast.Name) and not self.scope.variable(node.id):
            found = self.program.resolve(self.module, node.id)
            return found if isinstance(found, str) else None
        return None

    def _Name(self, node: ast.Name) -> str:
        return self.name(node, node.id)

    def _Constant(self, node: ast.Constant) -> str:
        if isinstance(node.value, str):
            self.texts.add(node.value)
        if isinstance(node.value, bytes | complex) or node.value is ...:
            self.refuse(node, f"the constant {node.value!r}")
        return literal(node.value)

    def _Attribute(self, node: ast.Attribute) -> str:
        if module := self._module_of(node.value):
            found = self.program.attribute(module, node.attr)
            return self._outside(node, found or self.refuse(node, f"{module}.{node.attr}"))
        self._check_attribute(node)
        return f"$attr({self.expression(node.value)}, {literal(node.attr)})"

    def _check_attribute(self, node: ast.Attribute) -> None:
        name = node.attr
        if name.startswith("__") and not name.endswith("__"):
            self.refuse(node, f"the private name {name}")
        self.attributes.setdefault(name, node)

    def _Call(self, node: ast.Call) -> str:
        function = node.func
        if isinstance(function, ast.Name) and function.id == "super":
            return self._super(node)
        args, keywords = self.listed(node.args), self._keywords(node.keywords)
        if isinstance(function, ast.Attribute) and not self._module_of(function.value):
            self._check_attribute(function)
            callee = f"$method({self.expression(function.value)}, {literal(function.attr)}"
        else:
            called = self.expression(function)
            if called in direct() and not keywords:
                return f"{called}({args})"
            callee = f"$call({called}"
        given = f", [{args}]" if args or keywords else ""
        return f"{callee}{given}{f', [{keywords}]' if keywords else ''})"

    def _keywords(self, keywords: list[ast.keyword]) -> str:
        return ", ".join(
            f"[{literal(each.arg)}, {self.expression(each.value)}]"
            if each.arg
            else f"...$keywords({self.expression(each.value)})"
            for each in keywords
        )

    def _super(self, node: ast.Call) -> str:
        scope = self.scope
        in_method = scope.function and scope.parent and scope.parent.kind == "class"
        if node.args or node.keywords or not in_method or not scope.function:
            self.refuse(node, "super() with arguments, or outside of a method's own lines")
        return f"$super($class_, {local(scope.function.args.args[0].arg)})"

    def _BinOp(self, node: ast.BinOp) -> str:
        operator = BINARY.get(type(node.op)) or self.refuse(node, type(node.op).__name__)
        return f"${operator}({self.expression(node.left)}, {self.expression(node.right)})"

    def _UnaryOp(self, node: ast.UnaryOp) -> str:
        match node:
            case ast.UnaryOp(op=ast.Not()):
                return self.condition(node)
            case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=value)) if type(value) in (
                int,
                float,
            ):
                return f"-{literal(value)}"
            case ast.UnaryOp(op=ast.USub()):
                return f"$neg({self.expression(node.operand)})"
        self.refuse(node, type(node.op).__name__)

    def _BoolOp(self, node: ast.BoolOp) -> str:
        *firsts, last = node.values
        kept, parts = self.scope.temporary(), []
        for each in firsts:
            test = f"$truth({kept} = {self.expression(each)})"
            parts.append(
                f"{test} ? {kept} : " if isinstance(node.op, ast.Or) else f"!{test} ? {kept} : "
            )
        return f"({''.join(parts)}{self.expression(last)})"

    def _IfExp(self, node: ast.IfExp) -> str:
        yes, no = self.expression(node.body), self.expression(node.orelse)
        return f"({self.condition(node.test)} ? {yes} : {no})"

    def _Compare(self, node: ast.Compare) -> str:
        left, text = self.expression(node.left), ""
        for index, (operator, right) in enumerate(zip(node.ops, node.comparators, strict=True)):
            value = self.expression(right)
            if index == len(node.ops) - 1:
                return f"{text}{_COMPARED[type(operator)] % (left, value)}{')' * index}"
            kept, answer = self.scope.temporary(), self.scope.temporary()
            test = _COMPARED[type(operator)] % (left, f"{kept} = {value}")
            text += f"(!$truth({answer} = {test}) ? {answer} : "
            left = kept
        raise AssertionError("a comparison has operators")

    def _NamedExpr(self, node: ast.NamedExpr) -> str:
        return f"({self.name(node, node.target.id)} = {self.expression(node.value)})"

    def _Tuple(self, node: ast.Tuple) -> str:
        return f"[{self.listed(node.elts)}]"

    def _List(self, node: ast.List) -> str:
        return f"$list([{self.listed(node.elts)}])"

    def _Set(self, node: ast.Set) -> str:
        return f"$set([{self.listed(node.elts)}])"

    def _Dict(self, node: ast.Dict) -> str:
        pairs = (
            f"[{self.expression(key)}, {self.expression(value)}]"
            if key
            else f"...$pairs({self.expression(value)})"
            for key, value in zip(node.keys, node.values, strict=True)
        )
        return f"$dict([{', '.join(pairs)}])"

    def _Subscript(self, node: ast.Subscript) -> str:
        return f"$getitem({self.expression(node.value)}, {self.expression(node.slice)})"

    def _JoinedStr(self, node: ast.JoinedStr) -> str:
        return f"({' + '.join(map(self.expression, node.values)) or literal('')})"

    def _FormattedValue(self, node: ast.FormattedValue) -> str:
        value = self.expression(node.value)
        match chr(node.conversion) if node.conversion > 0 else "":
            case "r":
                value = f"$repr({value})"
            case "s":
                value = f"$str({value})"
            case "a":
                self.refuse(node, "the conversion !a")
        spec = f", {self.expression(node.format_spec)}" if node.format_spec else ""
        return f"$format({value}{spec})"

    def _Lambda(self, node: ast.Lambda) -> str:
        def write() -> str:
            names = [each.arg for each in parameters(node.args)]
            self.scope = Scope(
                "function",
                frozenset(names),
                self.scope,
                f"{self.scope.qualified}<lambda>.<locals>.",
            )
            value = self.expression(node.body)
            declaration, self.scope = self.scope.declaration(), self.scope.parent or self.scope
            given = ", ".join(map(local, names))
            return f"({given}) => {{ {declaration}return {value}; }}"

        return self.function(node, "<lambda>", write)

    def _GeneratorExp(self, node: ast.GeneratorExp) -> str:
        return self._comprehension(node, lambda: self.expression(node.elt))

    def _ListComp(self, node: ast.ListComp) -> str:
        return f"$list({self._comprehension(node, lambda: self.expression(node.elt))})"

    def _SetComp(self, node: ast.SetComp) -> str:
        return f"$set([...{self._comprehension(node, lambda: self.expression(node.elt))}])"

    def _DictComp(self, node: ast.DictComp) -> str:
        def pair() -> str:
            return f"[{self.expression(node.key)}, {self.expression(node.value)}]"

        return f"$dict({self._comprehension(node, pair)})"

    def _comprehension(self, node: Comprehension, element: Callable[[], str]) -> str:
        first = self.expression(node.generators[0].iter)
        outer, names = self.scope, bound(each.target for each in node.generators)
        self.scope = Scope("comprehension", frozenset(names), outer, outer.qualified)
        text = ""
        for index, each in enumerate(node.generators):
            if each.is_async:
                self.refuse(node, "async")
            iterable = f"$each({self.expression(each.iter)})" if index else "$0"
            text += self.loop(each.target, iterable)
            text += "".join(f"if ({self.condition(test)}) " for test in each.ifs)
        text += f"yield {element()};" + " }" * text.count("{ /*loop*/")
        declaration, self.scope = self.scope.declaration(names), outer
        return (
            f"(function* ($0) {{ {declaration}{text.replace(' /*loop*/', '')} }})($iter({first}))"
        )

    def loop(self, target: ast.expr, iterable: str) -> str:
        """The head of a loop that gives the target each item."""
        if isinstance(target, ast.Name):
            return f"for ({self.name(target, target.id)} of {iterable}) "
        return f"for (const $item of {iterable}) {{ /*loop*/ {self.unpacked(target, '$item')} "

    def unpacked(self, target: ast.expr, value: str) -> str:
        """A statement that gives a target a value, taking it apart for several names."""
        match target:
            case ast.Name():
                return f"{self.name(target, target.id)} = {value};"
            case ast.Tuple() | ast.List():
                return self._taken_apart(target, value)
            case ast.Attribute():
                self._check_attribute(target)
                of = self.expression(target.value)
                return f"$setattr({of}, {literal(target.attr)}, {value});"
            case ast.Subscript():
                return (
                    f"$setitem({self.expression(target.value)}, "
                    f"{self.expression(target.slice)}, {value});"
                )
        self.refuse(target, f"assigning to {type(target).__name__}")

    def _taken_apart(self, target: ast.Tuple | ast.List, value: str) -> str:
        stars = [n for n, each in enumerate(target.elts) if isinstance(each, ast.Starred)]
        plain = [each.value if isinstance(each, ast.Starred) else each for each in target.elts]
        star = f", {stars[0]}" if stars else ""
        # A star takes any number of items, so it is not counted.
        parts = f"$unpack({value}, {len(plain) - len(stars)}{star})"
        kept = self.scope.temporary()
        each_one = (self.unpacked(each, f"{kept}[{n}]") for n, each in enumerate(plain))
        return f"{kept} = {parts}; {' '.join(each_one)}"
