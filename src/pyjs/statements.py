"""Statements of Python as statements of JavaScript."""

import ast
from collections.abc import Callable, Iterable

from pyjs.expressions import BINARY, Expressions
from pyjs.literals import literal
from pyjs.program import is_docstring
from pyjs.scopes import Scope, bound, declared_outside, local, own_nodes, parameters


class Statements(Expressions):
    """Writes the statements of one definition."""

    def definition(self, node: ast.stmt) -> str:
        """A statement at the top of a module, which defines names."""
        names = [self.name(node, name) for name in bound([node])]
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            value = self._made(node)
        elif isinstance(node, ast.Assign | ast.AnnAssign) and node.value:
            value = self.expression(node.value)
            if isinstance(node, ast.Assign):
                target = node.targets[0]
                if len(node.targets) > 1 or not isinstance(target, ast.Name):
                    self.refuse(node, "several targets at the top of a module")
        else:
            self.refuse(node, "a name without a value")
        # Variables for values that are needed twice live in a function of their own.
        if declaration := self.scope.declaration():
            value = f"(() => {{ {declaration}return {value}; }})()"
        return f"const {names[0]} = {value};\n"

    def block(self, nodes: Iterable[ast.stmt]) -> str:
        """Statements one after the other."""
        return "".join(self.statement(node) for node in nodes)

    def statement(self, node: ast.stmt) -> str:
        """JavaScript that does the same."""
        write: Callable[[ast.stmt], str] | None = getattr(self, f"_{type(node).__name__}", None)
        return write(node) if write else self.refuse(node, type(node).__name__)

    def _Pass(self, _: ast.Pass) -> str:
        return ""

    def _Break(self, _: ast.Break) -> str:
        return "break;\n"

    def _Continue(self, _: ast.Continue) -> str:
        return "continue;\n"

    def _Nonlocal(self, _: ast.Nonlocal) -> str:
        return ""

    def _Expr(self, node: ast.Expr) -> str:
        if is_docstring(node):
            return ""
        match node.value:
            case ast.Yield(value=value):
                return f"yield {self.expression(value) if value else 'null'};\n"
            case ast.YieldFrom(value=value):
                return f"yield* $each({self.expression(value)});\n"
        return f"{self.expression(node.value)};\n"

    def _Return(self, node: ast.Return) -> str:
        return f"return {self.expression(node.value) if node.value else 'null'};\n"

    def _Assign(self, node: ast.Assign) -> str:
        if len(node.targets) == 1:
            return f"{self.unpacked(node.targets[0], self.expression(node.value))}\n"
        kept = self.scope.temporary()
        targets = (self.unpacked(target, kept) for target in node.targets)
        return f"{kept} = {self.expression(node.value)}; {' '.join(targets)}\n"

    def _AnnAssign(self, node: ast.AnnAssign) -> str:
        return f"{self.unpacked(node.target, self.expression(node.value))}\n" if node.value else ""

    def _AugAssign(self, node: ast.AugAssign) -> str:
        if not isinstance(node.target, ast.Name):
            self.refuse(node, f"changing {type(node.target).__name__} in place")
        operator = BINARY.get(type(node.op)) or self.refuse(node, type(node.op).__name__)
        name = self.name(node, node.target.id)
        return f"{name} = $inplace({literal(operator)}, {name}, {self.expression(node.value)});\n"

    def _If(self, node: ast.If) -> str:
        text = f"if ({self.condition(node.test)}) {{\n{self.block(node.body)}}}"
        return f"{text} else {{\n{self.block(node.orelse)}}}\n" if node.orelse else f"{text}\n"

    def _For(self, node: ast.For) -> str:
        self._without_else(node)
        head = self.loop(node.target, f"$each({self.expression(node.iter)})")
        opened = head.replace("{ /*loop*/", "{") if "/*loop*/" in head else f"{head}{{"
        return f"{opened}\n{self.block(node.body)}}}\n"

    def _While(self, node: ast.While) -> str:
        self._without_else(node)
        return f"while ({self.condition(node.test)}) {{\n{self.block(node.body)}}}\n"

    def _without_else(self, node: ast.For | ast.While) -> None:
        if node.orelse:
            self.refuse(node.orelse[0], "the else of a loop")

    def _Raise(self, node: ast.Raise) -> str:
        # What comes after `from` is for readers of a traceback.
        return f"throw $error({self.expression(node.exc)});\n" if node.exc else "throw $thrown;\n"

    def _Try(self, node: ast.Try) -> str:
        done = self.scope.temporary() if node.orelse else ""
        text = f"try {{\n{self.block(node.body)}{f'{done} = true;' if done else ''}}}"
        if node.handlers:
            handlers = "".join(map(self._handler, node.handlers))
            text += f" catch ($thrown) {{\n{handlers}{{\nthrow $thrown;\n}}\n}}"
        if done:
            text = f"{done} = false;\n{text}\nif ({done}) {{\n{self.block(node.orelse)}}}"
            text = f"try {{\n{text}\n}}" if node.finalbody else text
        return f"{text}{f' finally {{{self.block(node.finalbody)}}}' if node.finalbody else ''}\n"

    def _handler(self, node: ast.ExceptHandler) -> str:
        types = self.expression(node.type) if node.type else "builtins$BaseException"
        named = f"{self.name(node, node.name)} = $thrown.error;\n" if node.name else ""
        return f"if ($matches($thrown, {types})) {{\n{named}{self.block(node.body)}}} else "

    def _With(self, node: ast.With) -> str:
        item, *others = node.items
        inner = self.block([ast.With(others, node.body)] if others else node.body)
        manager, left = self.scope.temporary(), self.scope.temporary()
        entered = f'$method({manager}, "__enter__")'
        target = item.optional_vars
        begin = self.unpacked(target, entered) if target else f"{entered};"
        leave = f'if (!{left}) $method({manager}, "__exit__", [null, null, null]);'
        return (
            f"{manager} = {self.expression(item.context_expr)}; {left} = false; {begin}\n"
            f"try {{\n{inner}}} catch ($thrown) {{\n{left} = true;\n"
            f"if (!$swallowed({manager}, $thrown)) throw $thrown;\n}} finally {{\n{leave}\n}}\n"
        )

    def _FunctionDef(self, node: ast.FunctionDef) -> str:
        return f"{self.name(node, node.name)} = {self._made(node)};\n"

    def _ClassDef(self, node: ast.ClassDef) -> str:
        return f"{self.name(node, node.name)} = {self._made(node)};\n"

    def _made(self, node: ast.FunctionDef | ast.ClassDef) -> str:
        """The value of a def or class statement, decorated."""
        if isinstance(node, ast.FunctionDef):
            value = self.function(node, node.name, lambda: self._body(node))
        else:
            value = self._class(node)
        for decorator in reversed(node.decorator_list):
            value = f"$call({self.expression(decorator)}, [{value}])"
        return value

    def _body(self, node: ast.FunctionDef) -> str:
        given = [each.arg for each in parameters(node.args)]
        outside = declared_outside(node.body)
        own = [name for name in bound(node.body) if name not in {*given, *outside}]
        outer, qualified = self.scope, f"{self.scope.qualified}{node.name}.<locals>."
        self.scope = Scope("function", frozenset([*given, *own]), outer, qualified, node)
        text = self.block(node.body)
        declaration, self.scope = self.scope.declaration(own), outer
        values = ", ".join(map(local, given))
        nodes = (each for statement in node.body for each in own_nodes(statement))
        if any(isinstance(each, ast.Yield | ast.YieldFrom) for each in nodes):
            return f"function* ({values}) {{\n{declaration}{text}}}"
        ends = isinstance(node.body[-1], ast.Return | ast.Raise)
        return f"({values}) => {{\n{declaration}{text}{'' if ends else 'return null;'}}}"

    def _class(self, node: ast.ClassDef) -> str:
        if node.keywords:
            self.refuse(node, "a metaclass")
        fields = [each for each in node.body if isinstance(each, ast.AnnAssign)]
        names = [
            each.target.id
            for each in fields
            if isinstance(each.target, ast.Name) and not _is_of_class(each.annotation)
        ]
        outer, bases = self.scope, self.listed(node.bases)
        qualified = f"{outer.qualified}{node.name}."
        self.scope = Scope("class", frozenset(bound(node.body)), outer, qualified)
        text = self.block(node.body)
        declaration, self.scope = self.scope.declaration(), outer
        body = f"($ns, $class_) => {{\n{declaration}{text}}}"
        annotated = f"[{', '.join(map(literal, names))}]"
        return f"$class({literal(node.name)}, [{bases}], {annotated}, {body})"


def _is_of_class(annotation: ast.expr) -> bool:
    return "ClassVar" in ast.unparse(annotation)
