"""HTML5 2.6, URLs. Each subsection has a module: `terminology` (HTML5 2.6.1), `parsing` (HTML5 2.6.2), `resolving`
(HTML5 2.6.3) and `setting` (HTML5 2.6.6). `reading` runs HTML5 2.6.2 and 2.6.3 step by step, for `urldom.explain`.

Some code of HTML5 2.6 is outside this package, because other standards use it too. `fragment_escape` (HTML5 2.6.4) is
in `urldom._text.percent_encoding`. The attributes (HTML5 2.6.6) are in `urldom._standards.table`. Base URLs and their
changes (HTML5 2.6.3 step 4, 2.6.5) are in `urldom._contexts`.

The draft does not define every case. Our 23 rulings define the missing cases. Comments in all modules cite a ruling by
its number, such as `# ruling 7`. `docs/rulings.md` explains each ruling.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from urldom._errors import Failure, InvalidURLError
from urldom._standards.html5 import reading, resolving, setting, terminology, usual
from urldom._standards.interface import Cut, StandardName
from urldom._standards.table import StandardOfTheTable
from urldom._values.pieces import Pieces, with_path
from urldom._values.url_value import AnyURL, url_text
from urldom._values.value_of_pieces import parsed_url

if TYPE_CHECKING:
    from urldom._values.parsed_url import ParsedURL


class _HTML5(StandardOfTheTable):
    __slots__ = ()
    name: ClassVar[StandardName] = "html5"

    def parse(self, url: AnyURL) -> ParsedURL:
        """Return the components of `url` (HTML5 2.6.2). Raises `InvalidURLError`.

        >>> HTML5.parse(" https://www.example.com:4443? ").hostport
        'www.example.com:4443'
        """
        text = url_text(url)
        try:
            return parsed_url()(reading.parse(text))
        except Failure as failure:
            raise InvalidURLError(text, failure.reason, self.name) from None

    cut: Cut = staticmethod(resolving.cut)

    def with_path(self, pieces: Pieces, path: str) -> Pieces:
        return setting.settle_path(with_path(pieces, path))

    def is_valid_url(self, url: AnyURL, encoding: str = "utf-8") -> bool:
        return terminology.is_valid_url(url_text(url), encoding)


HTML5: Final = _HTML5(setting.SETTLE, usual.USUAL, resolving.resolve_unescaped_host)
