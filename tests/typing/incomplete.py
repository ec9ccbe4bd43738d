# pyright: strict, reportPrivateUsage=false
"""Standards that lack a part: each marked line is an error for type checkers, and no other line.
This file never runs."""

from __future__ import annotations

from urldom import WHATWG, ParsedURL
from urldom._core.standards.interface import Engine, engine_of
from urldom._core.standards.parts import Grammar, ObjectModel, PageRules, References, StepReading
from urldom._core.values.pieces import Pieces, with_path
from urldom._core.values.reference_values import URIReference

whole: Engine[ParsedURL] = engine_of(WHATWG)
grammar, model, reading = whole.grammar, whole.object_model, whole.reading


def is_valid(url: str, encoding: str) -> bool:
    return bool(url)


def a_standard_needs_each_part() -> None:
    Engine(grammar=grammar, object_model=model, reading=reading, page_rules=PageRules())
    Engine(object_model=model, reading=reading, page_rules=PageRules())  # error
    Engine(grammar=grammar, reading=reading, page_rules=PageRules())  # error
    Engine(grammar=grammar, object_model=model, page_rules=PageRules())  # error
    Engine(grammar=grammar, object_model=model, reading=reading)  # error


def a_grammar_cuts_and_writes() -> None:
    cut, written = grammar.cut, grammar.cut_as_written
    Grammar(
        name="html5",
        cut=cut,
        cut_as_written=written,
        is_valid_url=is_valid,
        with_path=with_path,
        is_strict=True,
    )
    Grammar(  # error
        cut=cut,
        cut_as_written=written,
        is_valid_url=is_valid,
        with_path=with_path,
        is_strict=True,
    )
    Grammar(  # error
        name="html5",
        cut_as_written=written,
        is_valid_url=is_valid,
        with_path=with_path,
        is_strict=True,
    )
    Grammar(  # error
        name="html5",
        cut=cut,
        is_valid_url=is_valid,
        with_path=with_path,
        is_strict=True,
    )
    Grammar(  # error
        name="html5",
        cut=cut,
        cut_as_written=written,
        with_path=with_path,
        is_strict=True,
    )
    Grammar(  # error
        name="html5",
        cut=cut,
        cut_as_written=written,
        is_valid_url=is_valid,
        is_strict=True,
    )
    Grammar(  # error
        name="html5",
        cut=cut,
        cut_as_written=written,
        is_valid_url=is_valid,
        with_path=with_path,
    )


def an_object_model_has_getters_and_setters() -> None:
    setters = model.setters
    ObjectModel(
        host=model.host,
        pathname=model.pathname,
        search=model.search,
        setters=setters,
        element_setters=setters,
        first_unused=model.first_unused,
    )
    ObjectModel(  # error
        pathname=model.pathname,
        search=model.search,
        setters=setters,
        element_setters=setters,
        first_unused=model.first_unused,
    )
    ObjectModel(  # error
        host=model.host,
        search=model.search,
        setters=setters,
        element_setters=setters,
        first_unused=model.first_unused,
    )
    ObjectModel(  # error
        host=model.host,
        pathname=model.pathname,
        setters=setters,
        element_setters=setters,
        first_unused=model.first_unused,
    )
    ObjectModel(  # error
        host=model.host,
        pathname=model.pathname,
        search=model.search,
        element_setters=setters,
        first_unused=model.first_unused,
    )
    ObjectModel(  # error
        host=model.host,
        pathname=model.pathname,
        search=model.search,
        setters=setters,
        first_unused=model.first_unused,
    )
    ObjectModel(  # error
        host=model.host,
        pathname=model.pathname,
        search=model.search,
        setters=setters,
        element_setters=setters,
    )


def a_reading_tells_the_same() -> None:
    sentences, read, base = reading.sentences, reading.read, reading.read_base
    assign = reading.read_assignment
    StepReading(sentences=sentences, read=read, read_assignment=assign, read_base=base)
    StepReading(read=read, read_assignment=assign, read_base=base)  # error
    StepReading(sentences=sentences, read_assignment=assign, read_base=base)  # error
    StepReading(sentences=sentences, read=read, read_base=base)  # error
    StepReading(sentences=sentences, read=read, read_assignment=assign)  # error


def a_function_of_a_part_has_the_right_type(references: References[URIReference]) -> None:
    def cut_without_encoding(url: str, base: Pieces | None = None) -> Pieces:
        return grammar.cut(url, base)

    grammar.name = "x"  # error
    grammar.cut = cut_without_encoding  # error
    grammar.references = references  # error
    model.host = is_valid  # error
