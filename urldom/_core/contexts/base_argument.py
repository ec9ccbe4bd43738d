"""The base of a function that resolves a URL: the beginning of HTML5 2.6.3 step 4, and step 2."""

from __future__ import annotations

from urldom._core.contexts.base_value import BaseValue
from urldom._core.contexts.protocol import Base, BaseContext, OwnContext, context_of, kept_base_of
from urldom._core.standards.interface import StandardLike
from urldom._core.standards.registry import default_engine, find_engine
from urldom._core.values.url_value import url_text


def base_of(base: Base | None, standard: StandardLike | None, encoding: str | None) -> BaseValue:
    """Return the base that the arguments of a function mean. Each of them may be `None`.

    A base context supplies the standard and the encoding that are not given. Raises the errors of
    `context_of` and `find_engine`, and those of a user's own context.
    """
    if base is not None and type(base) is not str:
        if standard is None and encoding is None and isinstance(base, OwnContext):
            kept = kept_base_of(base)
            if kept is not None:
                return kept
        context = context_of(base)
        if context is not None:  # "Otherwise, let base be the base URI of the element"
            return base_of_context(context, standard, encoding, None)
    # "If the algorithm was invoked with an absolute URL [...], let base be that absolute URL."
    url = None if base is None else url_text(base)
    engine = default_engine() if standard is None else find_engine(standard)
    return BaseValue(engine, url, "utf-8" if encoding is None else encoding)


def base_of_context(
    context: BaseContext,
    standard: StandardLike | None,
    encoding: str | None,
    last: BaseValue | None,
) -> BaseValue:
    """Return the base of a context as it is now, which is `last` itself if it has not changed."""
    if standard is None and encoding is None and isinstance(context, OwnContext):
        kept = kept_base_of(context)
        if kept is not None:
            return kept
    url = context.base_url
    if type(url) is not str:
        url = url_text(url, "a base URL")
    if standard is None:
        standard = context.standard
    if encoding is None:
        encoding = context.encoding
    if last is None or standard is not last.engine.standard:
        return BaseValue(find_engine(standard), url, encoding)
    if last.text == url and last.encoding == encoding:
        return last
    return BaseValue(last.engine, url, encoding)
