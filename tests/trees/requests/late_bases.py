"""Elements before a `base`, and the base URL of their requests in Chromium 156.
`tests/browser/test_late_bases.py` asks Chromium again."""

from __future__ import annotations

#: The URLs that are resolved before the browser has read the `base`. In each markup, `{u}` is the
#: URL, and Chromium clicks on the element with `data-click`.
EARLY = {
    "link stylesheet": '<link rel=stylesheet href="{u}">',
    "link print": '<link rel=stylesheet media=print href="{u}">',
    "link alternate": '<link rel="alternate stylesheet" title=t href="{u}">',
    "link preload": '<link rel=preload as=script href="{u}">',
    "link preload image": '<link rel=preload as=image href="{u}">',
    "link imagesrcset": '<link rel=preload as=image imagesrcset="{u} 1x">',
    "link prefetch": '<link rel=prefetch href="{u}">',
    "link dictionary": '<link rel=compression-dictionary href="{u}">',
    "link modulepreload": '<link rel=modulepreload href="{u}">',
    "script": '<script src="{u}"></script>',
    "script async": '<script async src="{u}"></script>',
    "script defer": '<script defer src="{u}"></script>',
    "script module": '<script type=module src="{u}"></script>',
    "svg script": '<svg><script href="{u}"></script></svg>',
    "iframe": '<iframe src="{u}"></iframe>',
    "iframe lazy": '<iframe loading=lazy src="{u}"></iframe>',
    "img": '<img src="{u}">',
    "img srcset": '<img srcset="{u} 1x">',
    "picture source": '<picture><source srcset="{u}"><img></picture>',
    "picture img": '<picture><img src="{u}"></picture>',
    "svg image": '<svg><image href="{u}" width=9 height=9 /></svg>',
    "svg use": '<svg><use href="{u}#u" /></svg>',
    "svg feimage": '<svg><filter id=e><feImage href="{u}" /></filter>'
    '<rect width=9 height=9 filter="url(#e)" /></svg>',
    "style attribute": '<div style="background: url({u})">x</div>',
    "style import": '<style>@import "{u}";</style>',
    "style image": "<style>#b { background: url({u}) }</style><div id=b>x</div>",
    "style font": "<style>@font-face { font-family: f; src: url({u}) } #f { font-family: f }"
    "</style><p id=f>x</p>",
    "meta refresh": '<meta http-equiv=refresh content="0; url={u}">',
}
#: The URLs that are resolved later, when the browser has read the `base`.
LATE = {
    "a": '<a href="{u}" data-click>x</a>',
    "a ping": '<a href="#x" ping="{u}" data-click>x</a>',
    "a download": '<a href="{u}" download data-click>x</a>',
    "area": '<map name=m><area href="{u}" shape=default data-click></map>',
    "svg a": '<svg><a href="{u}" data-click><text>x</text></a></svg>',
    "form": '<form action="{u}" method=post><button data-click>x</button></form>',
    "formaction": '<form method=post><button formaction="{u}" data-click>x</button></form>',
    "link icon": '<link rel=icon href="{u}">',
    "link manifest": '<link rel=manifest href="{u}">',
    "object": '<object data="{u}"></object>',
    "embed": '<embed src="{u}">',
    "img lazy": '<img loading=lazy src="{u}">',
    "picture lazy": '<picture><source srcset="{u}"><img loading=lazy></picture>',
    "video": '<video src="{u}"></video>',
    "video source": '<video><source src="{u}"></video>',
    "audio": '<audio preload=auto src="{u}"></audio>',
    "track": '<video><track default src="{u}"></video>',
    "background": '<table background="{u}"><tr><td>x</table>',
    "svg mask": '<svg><rect width=9 height=9 mask="url({u})"/></svg>',
    "svg set mask": '<svg><rect width=9 height=9><set attributeName=mask to="url({u})"/></rect></svg>',
    "svg set href": '<svg><image width=9 height=9><set attributeName=href to="{u}"/></image></svg>',
    "speculation rules": '<script type=speculationrules>{"prefetch": [{"urls": ["{u}"],'
    ' "eagerness": "immediate"}]}</script>',
    # Chromium also guesses these URLs early, and requests them twice.
    "input image": '<input type=image src="{u}">',
    "poster": '<video poster="{u}"></video>',
}
#: The elements whose URL no script can read, or only as it is written.
UNREADABLE = (
    "style attribute",
    "style import",
    "style image",
    "style font",
    "meta refresh",
)
