"""Columns of a result, as `tell` prints them, against the JSON of the command line: both must have the same numbers, to the
last digit, and nothing that the other one lacks."""

import math

# What JSON has besides the columns, and columns besides JSON.
ONLY_JSON = {"version", "unit", "residual_unit", "label", "starts", "seed", "diverging"}
ONLY_COLUMNS = {"title", "key", "reason", "x_key", "y_key", "at_key", "at_value", "contact_names", "vary", "minimise", "section",
                "case_text", "record.t", "record.measured", "record.modelled"}


def columns_of(text):
    """name → (unit, dimensions, numbers, words)"""
    columns = {}
    for line in text.splitlines():
        name, unit, dimensions, numbers, *words = line.split("\t")
        columns[name] = (unit, [int(n) for n in dimensions.split()], [float(n) for n in numbers.split()], words)
    return columns


def values_of(column):
    """What the command line would say: words for counted numbers, None for what does not exist, rows for tables."""
    _, dimensions, numbers, words = column
    if words:
        values = [None if math.isnan(n) or not words[int(n)] else words[int(n)] for n in numbers]
    else:
        values = [n if math.isfinite(n) else None for n in numbers]
    if len(dimensions) == 2:
        rows, width = dimensions
        return [values[i * rows : (i + 1) * rows] for i in range(width)]
    return values if dimensions else values[0]


def at(json, path):
    """The part of a JSON value at a dotted path; of a list of objects, the list of their parts."""
    for i, key in enumerate(path):
        if isinstance(json, list):
            return [at(item, path[i:]) for item in json]
        for end in range(len(path), i + 1, -1):  # names with dots, as contact.wall.slip and friction.mu
            name = ".".join(path[i:end])
            if json is not None and name in json:
                return at(json[name], path[end:])
        if json is None or key not in json:
            return None
        json = json[key]
    return json


def leaves(json, path=()):
    """The paths of everything in a JSON value that is no object."""
    if isinstance(json, dict):
        for key, value in json.items():
            yield from leaves(value, (*path, *key.split(".")))
    elif isinstance(json, list) and json and isinstance(json[0], dict):
        for key in dict.fromkeys(key for item in json for key in item):
            yield from leaves([item.get(key) for item in json], (*path, *key.split(".")))
    else:
        yield path


def is_nothing(value):
    """null, an empty list, lists of nothing."""
    return value is None or isinstance(value, list) and all(is_nothing(v) for v in value)


def transposed(rows):
    return [list(row) for row in zip(*rows)]


def flat(value):
    """All entries in a row, for languages in which a number is a table of one row and one column."""
    return [entry for part in value for entry in flat(part)] if isinstance(value, list) else [value]


def are_same(told, wanted, is_nested):
    ways = [told]
    if isinstance(told, list) and told and all(isinstance(part, list) for part in told):
        ways.append(transposed(told))  # the JSON has some tables row by row
    return any(way == wanted if is_nested else flat(way) == flat(wanted) for way in ways)


def differences(columns, json, apart_from=(), is_nested=True):
    """Sentences, one for each difference; `apart_from` are keys of the JSON that columns spell in another way, and
    `is_nested` tells a list of one number from a number."""
    covered = set()
    for name, column in columns.items():
        path = tuple(name.split("."))
        covered.add(path)
        told, wanted = values_of(column), at(json, path)
        if wanted is None and f"{path[-1]}1" in (at(json, path[:-1]) or {}):  # x1 and x2 of the plane
            wanted = [at(json, (*path[:-1], f"{path[-1]}{axis}")) for axis in (1, 2)]
            covered.update((*path[:-1], f"{path[-1]}{axis}") for axis in (1, 2))
        if wanted is None and is_nothing(told) or name in ONLY_COLUMNS or name.startswith("samples.a"):
            continue
        if not are_same(told, wanted, is_nested) and not (is_nothing(told) and is_nothing(wanted)):
            yield f"{name}: {str(told)[:200]} against {str(wanted)[:200]}"
    for path in leaves(json):
        if path not in covered and path[0] not in apart_from and path[-1] not in ONLY_JSON and not is_nothing(at(json, path)):
            yield f"{'.'.join(path)} is only in the JSON: {str(at(json, path))[:100]}"
