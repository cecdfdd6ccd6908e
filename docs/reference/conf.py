"""The Python reference: what the docstrings of the module say."""

from sphinx.util import logging

project = "stickslip"
extensions = ["sphinx.ext.autodoc"]
html_theme = "alabaster"
autodoc_member_order = "groupwise"
autodoc_typehints = "signature"


def as_plain_text(app, what, name, thing, options, lines):
    """Docstrings are plain text, in which |v| is a speed. A public name without one is a warning."""
    if what != "attribute" and not any(lines):
        logging.getLogger(__name__).warning("%s has no docstring", name)
    lines[:] = [line.replace("|", r"\|") for line in lines]


def setup(app):
    app.connect("autodoc-process-docstring", as_plain_text)
