"""CSS colors, each with the value that Chromium sends for it (`tests/browser/test_colors.py`)."""

from __future__ import annotations

_ROWS = r"""
#ff0000 red | #ff0000 Red | #ff0000 RED | #abcdef #ABCDEF | #aabbcc #abc | #aabbcc #abcd
#123456 #12345678 | #000000 #12345 | #00ff00  #00ff00 | #000000 #gggggg | #000000 ff0000
#000000 transparent | #000000 currentcolor | #000000 CurrentColor | #663399 rebeccapurple | #808080 grey
#000000 none | #000000 inherit | #000000 initial | #000000 unset | #000000 revert | #000000 revert-layer
#000000 no | #000000  | #010203 rgb(1,2,3) | #010203 rgb(1 2 3) | #010203 rgb(1 2 3 / 50%)
#010203 rgba(1,2,3,.5) | #80ff00 rgb(127.5 300 -1) | #0000ff rgb(none 0 255) | #1a334d rgb(10%,20%,30%)
#000000 rgb(10%,20,30) | #010203 rgb(1 2 3 | #000000 rgb(1 2 3) x | #000000 rgb(1 2 3);
#010203 rgb(/**/1 2 3) | #000000 rgb(1 2 3 4) | #010203 RGB(1 2 3) | #010203 rgb(0.5 1.5 2.5)
#fffeff rgb(254.5 254.499 254.51) | #ff0000 rgb(1e3 0 0) | #00ff00 hsl(120 100% 50%)
#00ff00 hsl(120deg,100%,50%) | #00ff00 hsl(120 100 50) | #40bfbf hsl(0.5turn 50% 50% / .3)
#40bfbf hsl(200grad 50% 50%) | #40bfbf hsl(3.14rad 50% 50%) | #808080 hsl(none none 50%)
#bf4080 hsl(-30 50% 50%) | #bf8040 hsl(390 50% 50%) | #00ff00 hsl(120 200% 50%) | #ffffff hsl(120 100% 150%)
#000000 hsl(120 50% -10%) | #554e2b hsl(50 33% 25%) | #554e2b hsla(50 33% 25% / 0) | #00ff00 hwb(120 0% 0%)
#4d994d hwb(120 30% 40%) | #808080 hwb(120 60% 60%) | #73cc1a hwb(90 10 20) | #808080 hwb(120 60 60)
#808080 hwb(120 100% 100%) | #ff3333 hwb(none 20% none) | #00e600 hwb(120 -20% 10%)
#aaaaaa hwb(90deg 200% 100%) | #ab5a9a lab(50 40 -20) | #ab5a9a lab(50% 40 -20) | #b750a3 lab(50% 40% -20%)
#ffffff lab(100 0 0) | #000000 lab(0 0 0) | #ffffff lab(150 0 0) | #000000 lab(-10 0 0)
#ff0000 lab(50 200 200) | #00a173 lab(50 -200 0) | #2d0022 lab(none 40 -20) | #777777 lab(50 none none)
#000000 lab(50,40,-20) | #ff9235 lab(100 100 100) | #690000 lab(0 100 100) | #251002 lab(7 10 10)
#ab5a9a lab(50 40 -20 / 50%) | #ca4948 lch(50 60 30) | #ec0032 lch(50% 60% 30deg) | #ff0003 lch(50 200 30)
#777777 lch(50 -10 30) | #ffddd1 lch(100 50 30) | #390000 lch(0 50 30) | #777777 lch(50 none 30)
#ce3f7a lch(50 60 none) | #ce3f7a lch(50 60 1turn) | #007bde lch(50 60 -90) | #000000 lch(50,60,30)
#81459a oklab(0.5 0.1 -0.1) | #9b00cd oklab(50% 50% -50%) | #ffffff oklab(1 0 0) | #000000 oklab(0 0 0)
#ffe0ad oklab(1.5 .1 .1) | #ff0000 oklab(0.5 0.4 0.4) | #010200 oklab(none .1 .1) | #796006 oklab(.5 none .1)
#ffaf15 oklab(1 .2 .2) | #090f00 oklab(0 .2 .2) | #ffaf13 oklab(0.999 .2 .2) | #e77f3e oklch(0.7 0.15 50)
#e77f3e oklch(70% 0.15 50) | #fb6e00 oklch(70% 50% 50deg) | #00cd00 oklch(0.7 0.4 140)
#9e9e9e oklch(0.7 -0.1 140) | #636363 oklch(.5 none 140) | #904961 oklch(.5 .1 none)
#dcffd0 oklch(1 .1 140) | #000100 oklch(0 .1 140) | #796006 oklch(.5 .1 .25turn) | #0036ff oklch(0.5 0.3 264)
#ff7053 oklch(0.9 0.3 30) | #000000 oklch(.5,.1,140) | #ff8000 color(srgb 1 0.5 0)
#ff8000 color(srgb 100% 50% 0%) | #ff0000 color(srgb 1.5 -0.5 0) | #008000 color(srgb none 0.5 0)
#000000 color(srgb 1 0.5) | #000000 color(srgb 1) | #000000 color(srgb) | #000000 color(srgb 1 2 3 4)
#bc7c59 color(srgb-linear 0.5 0.2 0.1) | #ff0000 color(srgb-linear 2 -1 0) | #ff0000 color(display-p3 1 0 0)
#00ff00 color(display-p3 0 1 0) | #8a2cb9 color(display-p3 0.5 0.2 0.7) | #9330b7 color(a98-rgb 0.5 0.2 0.7)
#00ff00 color(a98-rgb 0 1 0) | #00ff00 color(a98-rgb -0.5 1 0) | #00ff00 color(prophoto-rgb 0 1 0)
#000301 color(prophoto-rgb .01 .02 .01) | #a22dc2 color(rec2020 0.5 0.2 0.7) | #00ff00 color(rec2020 0 1 0)
#220c06 color(rec2020 .05 .02 .01) | #ce5451 color(xyz 0.3 0.2 0.1) | #ce5451 color(xyz-d65 0.3 0.2 0.1)
#c65660 color(xyz-d50 0.3 0.2 0.1) | #fff9f4 color(xyz 1 1 1) | #fffcff color(xyz-d50 1 1 1)
#ce5451 color(XYZ 0.3 0.2 0.1) | #ff0000 color(SRGB 1 0 0) | #000000 color(foo 1 0 0)
#000000 color(--x 1 0 0) | #ff8000 color(srgb 1 0.5 0 / 20%) | #000000 color(srgb 1, 0.5, 0)
#ff8000 color( srgb 1 0.5 0 ) | #8a2cb9 color(display-p3 50% 20% 70%)
#000000 color(display-p3 none none none) | #ffffff canvas | #ffffff Canvas | #000000 canvastext
#0000ee linktext | #551a8b visitedtext | #ff0000 activetext | #efefef buttonface | #000000 buttontext
#767676 buttonborder | #ffffff field | #000000 fieldtext | #0041c6 highlight | #ffffff highlighttext
#1967d2 selecteditem | #ffffff selecteditemtext | #ffff00 mark | #000000 marktext | #808080 graytext
#000000 accentcolor | #000000 accentcolortext | #767676 activeborder | #ffffff activecaption
#ffffff appworkspace | #ffffff background | #efefef buttonhighlight | #efefef buttonshadow
#000000 captiontext | #767676 inactiveborder | #ffffff inactivecaption | #808080 inactivecaptiontext
#ffffff infobackground | #000000 infotext | #ffffff menu | #000000 menutext | #ffffff scrollbar
#767676 threeddarkshadow | #efefef threedface | #767676 threedhighlight | #767676 threedlightshadow
#767676 threedshadow | #ffffff window | #767676 windowframe | #000000 windowtext | #000000 -webkit-link
#000000 -webkit-activelink | #000000 -webkit-focus-ring-color | #000000 -webkit-text
#000000 -internal-quirk-inherit | #000000 -internal-light-dark(red,blue) | #000000 text
#000000 light-dark(red, blue) | #000000 light-dark(red,) | #000000 color-mix(in srgb, red, blue)
#000000 color-mix(in oklab, red 20%, blue) | #000000 color-mix(in srgb, canvas, blue)
#000000 rgb(from red r g b) | #000000 rgb(from red 10 g b) | #000000 oklch(from red l c h)
#000000 oklch(from red calc(l / 2) c h) | #000000 rgb(from currentcolor r g b) | #000000 contrast-color(red)
#000000 contrast-color(white) | #000000 device-cmyk(0 0 0 1) | #000000 var(--x) | #000000 rgb(var(--x) 0 0)
#000000 rgb(calc(NaN) 0 0) | #000000 env(x) | #000000 attr(x) | #000000 red !important | #000000 red,blue
#000000 url(x) | #ff0000 #ff0000  | #010203 rgb( 1 2 3 ) | #010203  rgb(1 2 3) | #010203 rgb(1 2 3)/**/
#000000 lab(calc(10 * 5) 0 0) | #000000 re\d | #aabbcc #\61 bc | #010003 rgb(+1 -0 3)
#40bf40 hsl(120 50% 50% / 50%) | #73cc1a hwb(1.5708rad 10% 20%) | #f06e2c lab(62.29 48.36 59.04)
#ff8eff lch(94.25 110.98 332.04) | #001900 oklab(0.029 -0.021 0.266) | #ff0000 oklch(0.649 0.315 40.8)
#6ea79d hsl(168.86 24.66% 54.38%) | #0371c8 hwb(206.62 1.31% 21.67%) | #47eac3 rgb(71.27 233.67 195.26)
#f200ae color(display-p3 0.867 -0.099 0.665) | #008200 lab(44.48 -73.55 94.47)
#680031 lch(0.53 116.04 345.65) | #001343 oklab(0.166 -0.200 -0.112) | #00007d oklch(0.199 0.307 225.3)
#5a6302 hsl(65.40 96.86% 19.69%) | #f96282 hwb(347.43 38.32% 2.16%) | #6aef43 rgb(105.80 238.63 67.27)
#00c300 color(prophoto-rgb 0.222 0.644 -0.195) | #00b7e9 lab(67.79 -32.42 -38.01)
#cd5330 hwb(13.36 18.63% 19.56%) | #000089 lch(6.94 96.47 303.71) | #009ef8 color(xyz-d65 0.130 0.229 0.926)
#090e05 hwb(90.38 1.97% 94.52%) | #7b3fb1 hsl(271.82 47.72% 47.01%)
#ff9b6a color(prophoto-rgb 1.191 0.696 0.413) | #d4b6ae lch(76.61 13.29 39.56)
#270000 oklab(0.103 0.079 0.207) | #0090f8 oklch(0.611 0.236 233.9) | #ffe09a oklch(0.957 0.119 64.3)
#0089e4 lab(51.82 -21.06 -60.66) | #846b00 lab(46.22 2.50 78.54) | #6f00c9 oklch(0.365 0.349 305.8)
#ff005d color(prophoto-rgb 0.851 0.074 0.281) | #5bb660 lab(66.86 -41.78 34.89)
#0d8696 oklch(0.569 0.096 209.9) | #443b3e oklch(0.362 0.013 357.5) | #0f93bd rgb(14.68 146.69 189.30)
#76cfa7 hwb(153.26 46.35% 18.95%) | #b4fdf5 hwb(173.22 70.58% 0.81%) | #001100 oklab(0.103 -0.226 0.244)
#8e00cb oklab(0.408 0.266 -0.262) | #5bffff oklab(0.962 -0.120 -0.089) | #00e000 lch(73.72 143.71 146.38)
#004448 color(a98-rgb -0.061 0.272 0.287) | #001900 lab(2.66 -30.05 36.35) | #730000 oklab(0.296 0.079 0.277)
#ff0000 color(rec2020 1.198 0.372 -0.107) | #610027 oklch(0.314 0.129 6.1) | #ffc161 oklch(0.961 0.210 49.1)
#14165b rgb(19.83 22.25 90.75) | #ffd4ee lch(90.01 22.10 345.94) | #004e74 lch(25.09 69.43 212.31)
#002f00 oklab(0.234 -0.150 0.086) | #d4dec2 hsl(82.66 29.47% 81.66%) | #860000 oklab(0.265 0.289 0.130)
#d081df hsl(290.71 59.49% 68.90%) | #579595 oklch(0.627 0.064 195.9) | #ff4855 lab(64.89 78.41 44.17)
#00ff00 color(prophoto-rgb 0.009 0.983 0.213)
"""


def _read() -> dict[str, str]:
    """Return the color that Chromium sends for each value."""
    cells = [cell for row in _ROWS.strip("\n").split("\n") for cell in row.split(" | ")]
    return {cell[len("#rrggbb ") :]: cell[: len("#rrggbb")] for cell in cells}


COLORS = _read()

#: Colors that Chromium accepts and tinycss2 does not, with the value that Chromium sends
NOT_SUPPORTED = {
    "rgb(10% 20 30)": "#1a141e",
    "rgb(calc(1 + 2) 3 4)": "#030304",
    "rgb(1 2 3 / none)": "#010203",
    "color(display-p3-linear 1 0 0)": "#ff0000",
}
#: Colors that tinycss2 reads in another way, each with the value of Chromium and of urldom
OTHERWISE = {
    "rgb(1,none,3)": ("#000000", "#010003"),
    "hsl(120,100,50)": ("#000000", "#00ff00"),
    "hwb(120,0%,0%)": ("#000000", "#00ff00"),
    "hsl(120 -10% 50%)": ("#808080", "#8c738c"),
    "lch(none 60 30)": ("#400000", "#400004"),
}
#: Keywords that CSS Syntax reads as `red`, but for which Chromium sends black
SPELLED_UNUSUALLY = (" red ", "red ", "\tred", "/**/red", "red/**/", r"r\65 d")
