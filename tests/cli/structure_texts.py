"""Tables of structures that several tests write into their case files."""

LOADED_END = """[[load]]
on = 2
kind = "harmonic"
amplitude = 1
frequency = 0.7
"""


def pad(name):
    """A contact of the first degree of freedom under this name, as TOML spells it, and a load on the second."""
    return f'[[contact]]\nname = "{name}"\non = 1\nbound = 0.2\n{LOADED_END}'


def two_masses(names, pad_name):
    """Two masses in a row with names of their own; that of the contact is written as TOML spells it."""
    chain = "[structure]\nmasses = [1, 1]\nsprings = [1, 1]\ndampers = [0.1, 0.1]\n"
    return f"{chain}names = {names}\n{pad(pad_name)}"
