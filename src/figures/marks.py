"""The classes by which built pages tell what was generated, and what could not be."""

FIGURE_CLASS = "figure"  # a field's value
GENERATED_CLASS = "generated"  # what a program printed
CLAIM_ATTRIBUTE = "data-claim"  # names the claim that a sentence makes
ERROR_CLASS = "figure-error"  # what could not be printed
ANSWER_ATTRIBUTE = "data-answer"  # what a figure answers when it is asked
TERM_CLASS = "term-link"  # a term, linked to its entry in the glossary
GLOSSARY_CLASS = "glossary"  # the list of all terms
