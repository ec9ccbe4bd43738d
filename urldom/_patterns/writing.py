"""URL Pattern Standard 2.2 and 2.3: write a part list as a regular expression or as a pattern string."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from urldom._patterns.parts import (
    FULL_WILDCARD_REGEXP_VALUE,
    MODIFIER_STRINGS,
    Options,
    Part,
    escape_regexp_string,
    is_valid_name_code_point,
    segment_wildcard_regexp,
)


def generate_regular_expression(part_list: Sequence[Part], options: Options) -> str:
    """Generate a regular expression from a part list (URL Pattern Standard 2.2). Its groups are the parts with a name,
    in the same order."""
    result = ["^"]
    for part in part_list:
        modifier = MODIFIER_STRINGS[part.modifier]
        if part.type == "fixed-text":  # Step 3.1
            value = escape_regexp_string(part.value)
            result.append(value if part.modifier == "none" else f"(?:{value}){modifier}")
            continue
        regexp_value = part.value
        if part.type == "segment-wildcard":
            regexp_value = segment_wildcard_regexp(options)
        elif part.type == "full-wildcard":
            regexp_value = FULL_WILDCARD_REGEXP_VALUE
        is_repeated = part.modifier in ("zero-or-more", "one-or-more")
        if not part.prefix and not part.suffix:  # Step 3.7
            result.append(f"((?:{regexp_value}){modifier})" if is_repeated else f"({regexp_value}){modifier}")
            continue
        prefix, suffix = escape_regexp_string(part.prefix), escape_regexp_string(part.suffix)
        if not is_repeated:  # Step 3.8
            result.append(f"(?:{prefix}({regexp_value}){suffix}){modifier}")
            continue
        optional = "?" if part.modifier == "zero-or-more" else ""
        result.append(f"(?:{prefix}((?:{regexp_value})(?:{suffix}{prefix}(?:{regexp_value}))*){suffix}){optional}")
    return "".join([*result, "$"])


def escape_pattern_string(input: str) -> str:
    return "".join([f"\\{c}" if c in "+*?:{}()\\" else c for c in input])


def generate_pattern_string(part_list: Sequence[Part], options: Options) -> str:
    """Generate a pattern string from a part list (URL Pattern Standard 2.3)."""
    result: list[str] = []
    previous_part: Part | None = None
    for part, next_part in zip_longest(part_list, part_list[1:]):
        result.append(_write_part(part, previous_part, next_part, options))
        previous_part = part
    return "".join(result)


def _write_part(part: Part, previous_part: Part | None, next_part: Part | None, options: Options) -> str:
    modifier = MODIFIER_STRINGS[part.modifier]
    if part.type == "fixed-text":  # Step 3.4
        value = escape_pattern_string(part.value)
        return value if part.modifier == "none" else f"{{{value}}}{modifier}"
    custom_name = not part.name.isdecimal()
    # Steps 3.6 to 3.8
    needs_grouping = part.suffix != "" or part.prefix not in ("", options.prefix_code_point)
    if (
        not needs_grouping
        and custom_name
        and part.type == "segment-wildcard"
        and part.modifier == "none"
        and next_part is not None
        and not next_part.prefix
        and not next_part.suffix
    ):
        if next_part.type == "fixed-text":
            needs_grouping = is_valid_name_code_point(next_part.value[:1] or " ", first=False)
        else:
            needs_grouping = next_part.name.isdecimal()
    if (
        not needs_grouping
        and not part.prefix
        and previous_part is not None
        and previous_part.type == "fixed-text"
        and previous_part.value[-1:] == options.prefix_code_point != ""
    ):
        needs_grouping = True
    # Steps 3.10 to 3.16
    result = escape_pattern_string(part.prefix)
    if custom_name:
        result += f":{part.name}"
    if part.type == "regexp":
        result += f"({part.value})"
    elif part.type == "segment-wildcard" and not custom_name:
        result += f"({segment_wildcard_regexp(options)})"
    elif part.type == "full-wildcard":
        is_asterisk = not custom_name and (
            previous_part is None
            or previous_part.type == "fixed-text"
            or previous_part.modifier != "none"
            or needs_grouping
            or part.prefix != ""
        )
        result += "*" if is_asterisk else f"({FULL_WILDCARD_REGEXP_VALUE})"
    if (
        part.type == "segment-wildcard"
        and custom_name
        and part.suffix
        and is_valid_name_code_point(part.suffix[0], first=False)
    ):
        result += "\\"
    result += escape_pattern_string(part.suffix)
    return f"{{{result}}}{modifier}" if needs_grouping else f"{result}{modifier}"
