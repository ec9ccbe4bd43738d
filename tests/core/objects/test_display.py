"""`display()` returns the form of a URL for users (URL Standard 4.8)."""

from __future__ import annotations

import re

import pytest
from fontTools import unicodedata
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.cases import each_case
from tests.core.objects.domain_labels import IN_PUNYCODE, LIKE_KNOWN_SITES, STRICTER, WORDS
from tests.standards import every_standard
from tests.strategies import any_text, bases, encodings, hostile
from urldom import URL, Document, URLDecomposition
from urldom._core.errors import Failure
from urldom._core.objects.display import displayed
from urldom._core.standards.registry import find_engine


def display(url, standard="whatwg"):
    return URLDecomposition(url, standard=standard).display()


def label_in_ascii(label):
    return label if label.isascii() else f"xn--{label.encode('punycode').decode()}"


def shown_host(host, rest_of_url="/"):
    """Convert the labels of `host` to Punycode, and return the host that `display()` shows for a
    URL with them."""
    url = f"http://{'.'.join(map(label_in_ascii, host.split('.')))}{rest_of_url}"
    shown = display(url, "rfc3986")
    # Only WHATWG converts the whole domain to ASCII and lower case, so capitals can make the
    # results different.
    assert shown == display(url) or url != url.lower()
    return shown.removeprefix("http://").removesuffix(rest_of_url)


def escaped(text):
    return "".join(f"%{byte:02X}" for byte in text.encode("utf-8", "surrogatepass"))


# The parts of a URL


@every_standard
@each_case(
    ("url", "shown"),
    [
        ("http://user:secret@example.com/", "http://example.com/"),
        ("ftp://user@example.com:2121/a", "ftp://example.com:2121/a"),
        ("foo://:secret@h/", "foo://h/"),
        ("http://example.com:8080/a/b;c=d?e=f&g#h", "http://example.com:8080/a/b;c=d?e=f&g#h"),
        ("http://[2001:db8::1]:8080/%C3%A9", "http://[2001:db8::1]:8080/é"),
        ("http://127.0.0.1/", "http://127.0.0.1/"),
        ("mailto:a@b", "mailto:a@b"),
        ("data:,%E2%98%95", "data:,☕"),
        ("file://h/home/%D0%BC%D0%B8%D1%80", "file://h/home/мир"),
        ("foo:/a", "foo:/a"),
        (
            "http://xn--bcher-kva.example/b%C3%BCcher?b%C3%BCcher#b%C3%BCcher",
            "http://bücher.example/bücher?bücher#bücher",
        ),
    ],
)
def test_password_is_hidden_and_other_parts_are_decoded(standard, url, shown):
    assert display(url, standard) == shown


@every_standard
@each_case(
    ("url", "shown"),
    [
        ("blob:https://user:secret@example.com/x", "blob:https://example.com/x"),
        (
            "view-source:blob:https://user:secret@example.com/?@",
            "view-source:blob:https://example.com/?@",
        ),
        (
            "blob:https://%D0%B0%D1%80%D1%80%D3%8F%D0%B5.com/",
            "blob:https://%D0%B0%D1%80%D1%80%D3%8F%D0%B5.com/",
        ),
        ("foo:a/b//c@d%C3%A9", "foo:a/b//c@dé"),
        ("foo:/a//b@c", "foo:/a//b@c"),
    ],
)
def test_url_in_an_opaque_path_loses_its_credentials(standard, url, shown):
    assert display(url, standard) == shown


@pytest.mark.parametrize(
    ("url", "standard"),
    [
        ("http://аррӏе.com/", "rfc3986"),
        ("https://pаypal.com:x/", "whatwg"),
        ("https://аррӏе.com:99999/é", "whatwg"),
        ("//аррӏе.com/", "whatwg"),
        ("аррӏе.com", "whatwg"),
        ("https://[é]/", "whatwg"),
    ],
)
def test_invalid_url_is_shown_in_ascii(url, standard):
    assert display(url, standard) == "".join(c if c.isascii() else escaped(c) for c in url)


@every_standard
def test_invalid_url_loses_its_credentials_and_misleading_characters(standard):
    assert display("//user:secret@ex\u202eample:x/a b", standard) == "//ex%E2%80%AEample:x/a%20b"
    assert display("a/%C3%A9@b", standard) == "a/%C3%A9@b"
    assert display("", standard) == ""


@each_case(
    "url",
    [
        "http://user:secret@h:99999/@",
        "\\\\user:secret@h:x",
        "https:user:secret@h:x",
        "HTTPS:/user:secret@h:x",
        "wss:\\user:secret@h:x",
        "\tftp:user:secret@h:x",
        "foo://user:se:cr:et@secret@h:x",
        " http://user:secret@h:x?@#@",
        # The URL parser removes a tab or newline, so `//` in these URLs still begins a host.
        "https:/\n/user:secret@h:99999/",
        "https:/\r\n\\user:secret@h:x",
        "ht\ttps:user:secret@h:99999/",
        "/\t/user:secret@h:99999",
    ],
)
def test_invalid_url_does_not_show_a_password(url):
    assert not URL.can_parse(url)
    assert "secret" not in display(url)
    assert "user" not in display(url)
    assert "h:" in display(url)


@pytest.mark.parametrize("standard", ["rfc2396", "rfc1808"])
def test_path_that_looks_like_a_host_is_escaped(standard):
    assert display("https:/\n/user:secret@é/", standard) == "https://%C3%A9/"
    assert display("https:user:secret@é/", standard) == "https:%C3%A9/"


@pytest.mark.parametrize("standard", ["rfc2396", "rfc1808"])
def test_raw_non_ascii_host_is_shown_or_escaped(standard):
    assert display("http://bücher.example/", standard) == "http://bücher.example/"
    assert display("http://аррӏе.com/", standard) == "http://%D0%B0%D1%80%D1%80%D3%8F%D0%B5.com/"
    assert display("http://a\u202eb.com/", standard) == "http://a%E2%80%AEb.com/"
    assert display("foo://user@work:sécret@h/", standard) == "foo://h/"


def test_host_in_brackets_is_shown_verbatim():
    assert display("http://[v1.xn--bcher-kva.a]/", "rfc3986") == "http://[v1.xn--bcher-kva.a]/"
    assert display("http://[v1.\u202eö]/", "html5") == "http://[v1.%E2%80%AE%C3%B6]/"


def test_reference_is_shown_as_the_resolved_url():
    page = Document("http://xn--bcher-kva.example/a/b", standard="whatwg")
    assert URLDecomposition("../é#\u202e", page).display() == "http://bücher.example/é#%E2%80%AE"
    assert URLDecomposition("//u:p@a b", page).display() == "//a%20b"


# The host


@each_case(
    "host",
    [
        *(
            "bücher.example",
            "faß.de",
            "łódź.pl",
            "ısparta.example",
            "əla.az",
            "ưởng.vn",
            "a-1-ö.example",
            "ö1.example.",
        ),
        *("пример.испытание", "президент.рф", "ελλάδα.gr", "ქართული.example", "հայաստան.example"),
        *(
            "日本語.jp",
            "ひらがなカタカナ漢字.jp",
            "ラーメン.jp",
            "한국어.kr",
            "大韓民國한국.kr",
            "中國.tw",
            "佐々木.jp",
            "二〇二四.com",
            "中〇.com",
            "ア・イ.com",
            "あ・い.com",
            "日・本.jp",
            "漢〆字.jp",
            "〆切.jp",
            "みすゞ.com",
        ),
        # words in which some letters look like ASCII letters
        *("яндекс.com", "россия.com", "новости.com", "москва.com", "роза.com", "собака.com"),
        *(
            "қазақстан.com",
            "почта.рф",
            "кремль.рф",
            "ελλάδα.com",
            "հայաստան.com",
            "საქართველო.com",
            "ישראל.com",
        ),
        *(
            "السعودية.com",
            "पाकिस्तान.com",
            "ไทย.com",
            "เกม.com",
            "မြန်မာ.com",
            "ລາວ.com",
            "ኢትዮጵያ.com",
            "മലയാളം.com",
        ),
        *("हिन्दी.भारत", "हिन्दी१२.भारत", "ไทย.example", "ที่นี่.example", "தமிழ்.example", "ক্ষ.example"),
        *(
            "مثال.إختبار",
            "مثال.إختبار.",
            "www.موقع.مصر",
            "موقع۱۲.ایران",
            "דוגמה.com",
            "דוגמה.example.com",
            "ab1.דוגמה.com",
            "א1.com",
        ),
    ],
)
def test_label_of_one_script_is_shown(host):
    assert shown_host(host) == host


@each_case(
    "label",
    [
        # mixed scripts, Latin or not
        *(
            "pаypal",
            "аpple",
            "gооgle",
            "αbc",
            "abc日本",
            "日本абв",
            "한국かな",
            "漢字한글かな",
            "ㄅか",
            "हिБ",
            "éа",
        ),
        # letters that only scholars use, and historic scripts
        *(
            "ɡoogle",
            "ǃx",
            "goog\u029fe",
            "\u0138a",
            "ꓮꓑꓑꓡꓰ",
            "ꭺꮲꮲꮮ",
            "ᄋ",
            "ⲁⲃ",
            "𐌰𐌱",
            "ἀθήνα",
            "ـا",
            "ᐊᐱ",
        ),
        # signs, symbols and invisible characters
        *(
            "a·b",
            "a⁄b",
            "a∕b",
            "例／え",
            "a／b",
            "a．b",
            "a。b",
            "a․b",
            "👍",
            "①",
            "a²",
            "½",
            "〇",
            "a…b",
            "ʻokina",
        ),
        *(
            "a\u200cb",
            "a\u200db",
            "a\u200bb",
            "a\xadb",
            "a\u202eb",
            "a\u2066b",
            "a\xa0b",
            "é\u180e",
            "a\ufe0f",
            "\u115fa",
        ),
        *("\ue000", "\u0378", "\ufffd", "\U000e0100a", "a\x80"),
        # marks without a letter, marks of any script, stacked marks
        *(
            "\u0301a",
            "ए1\u0902",
            "\u0902ए",
            "q\u0301",
            "q\u0301\u0302",
            "अ\u0902\u0902",
            "क\u093f\u0902\u0903\u0901\u093c",
            "س\u0651",
        ),
        # digits of two scripts, labels of only digits
        *("हि१1", "م١۱", "१२", "٣٤"),
        # text that is not normalized
        *("ＡＢＣ", "ａｂｃ", "ﬁn", "BÜCHER", "Bücher", "u\u0308", "ſoo", "㈱", "ｶﾅ"),
        # hyphens in the places of Punycode, at the start and at the end
        *("-ü", "ü-", "ab--ü", "xn--ü"),
        # obsolete letters, and letters of very few languages
        *("ѡж", "ѻж", "ԍж", "ҏж", "ԗж", "ԁж", "ϝφ", "ϸφ", "ͼφ", "ͻφ", "ϻφ", "ჱფ"),
        *("ՙթ", "ֈթ", "թՠ", "ຆຂ", "ଵକ", "ၐက", "ᎀጀ", "ኇጀ", "بۥ"),
        # letters of several scripts
        *(
            "paypalˍcom",
            "bʼb",
            "bˇb",
            "bˉb",
            "bˊb",
            "bˋb",
            "кʼя",
            "กʼด",
            "अʼब",
            "अᳩब",
            "अᳲब",
            "あ〼い",
        ),
        # letters and signs that have to follow a letter of their script
        *(
            "漢ー字",
            "中ー中",
            "ーあ",
            "1ー2",
            "あヽ",
            "あヾ",
            "アゝ",
            "あ々",
            "中ㄧ漢",
            "ㄅ丨",
            "あ〇",
            "1〇",
            "〇1",
        ),
        *("・あ", "あ・", "あ・・い", "あ・1", "あ-・い", "a・b", "한・국"),
    ],
)
def test_unsafe_label_stays_in_punycode(label):
    assert shown_host(f"www.{label}.example") == f"www.{label_in_ascii(label)}.example"


@pytest.mark.parametrize(
    "label",
    [
        "xn--",
        "xn--a",
        "xn--google-",
        "xn---",
        "xn--\x7f",
        "xn--99999999",
        "xn--bcher-kva-",
        "xn--bcher-KVA",
        "XN--BCHER-KVA",
    ],
)
def test_invalid_punycode_is_kept(label):
    assert display(f"http://{label}.com/", "rfc3986" if "\x7f" not in label else "rfc2396") == (
        f"http://{label}.com/".replace("\x7f", "%7F")
    )


#: Letters that look like an ASCII letter in the data of UTS 39 or Chromium
LIKE_ASCII = (
    "агекмопрстухъыьюєѕіјћџґғҫүұһҽҿӏӕө"
    "αγηικνορστυχω"
    "ագզէլհյոռսւցօք"
    "იოყძხ"
    "דוחטיןס"
    "اةهھہۃەۿ"
    "ดทนบปพฟมรลหเแ"
    "ຟນບພຣຮທ"
    "ડટடபଠടഠധനറ"
    "ခဂငတထပဝၜ"
    "ሀሠሰስበነተከዐዕዘጠፐ"
    "〇一丅丆丨丶丿乀乂乛ノソンヽー"
)


def test_label_of_one_look_alike_stays_in_punycode():
    for letter in LIKE_ASCII:
        assert shown_host(f"{letter}{letter}.com") == f"{label_in_ascii(letter + letter)}.com"


@each_case(
    "label",
    [
        *(
            "аррӏе",
            "сор",
            "ёё",
            "о-о",
            "с0",
            "ρόκα",
            "օհ",
            "ռօռ",
            "ノノ",
            "ソー",
            "一",
            "一〇",
            "ทนบ",
            "סוד",
            "ძო",
        ),
        *("ғасеьоок", "єьау", "оґо", "оџо", "оыо", "оюо", "оћо", "ορο", "ഠധന"),
        # In a label with rare letters, a small letter that looks like a capital is a look-alike.
        *("петғӏіх", "місгоѕоғт", "һотмаіӏ", "моѕсоу", "ѕо3в"),
        # letters that look like digits
        *("бз", "б6", "з-0", "ვპ", "ও১", "θ0"),
    ],
)
def test_label_of_look_alikes_stays_in_punycode_under_another_script(label):
    assert shown_host(f"{label}.com") == f"{label_in_ascii(label)}.com"
    assert shown_host(f"{label}.{'рф' if '一' in label else '中国'}").startswith("xn--")
    assert shown_host(f"www.{label}") == f"www.{label_in_ascii(label)}"


@pytest.mark.parametrize(
    "host", ["аррӏе.рф", "сор.www.испытание.", "ρόκα.ελ-β", "一.中国", "օհ.հայաստան"]
)
def test_label_of_look_alikes_is_shown_under_its_own_script(host):
    assert shown_host(host) == host


@each_case(
    ("host", "rest_of_url", "shown"),
    [
        ("דוגמה.com", "/1", "דוגמה.com"),
        ("דוגמה", "/", "דוגמה"),
        ("דוגמה", "/a1", "דוגמה"),
        ("דוגמה", "/?q#1", "דוגמה"),
        # Text layout draws a number to the left of the right-to-left text before it.
        ("דוגמה", "/1", "xn--6dbbec0c"),
        ("דוגמה", ":8080/", "xn--6dbbec0c"),
        ("דוגמה", "/-/?=1", "xn--6dbbec0c"),
        ("www.מבחן.דוגמה", "/#1", "www.מבחן.xn--6dbbec0c"),
        ("דוגמה.1a.com", "/", "xn--6dbbec0c.1a.com"),
        ("דוגמה._1.com", "/", "xn--6dbbec0c._1.com"),
        # Text layout would draw the second label to the left of the first label.
        ("מבחן.דוגמה.com", "/", "xn--5dbmtg.דוגמה.com"),
        ("מבחן.דוגמה", "/", "מבחן.דוגמה"),
        ("1ד.com", "/", "xn--1-6hc.com"),
        ("٣ب.com", "/", "xn--ngb1j.com"),
    ],
)
def test_right_to_left_label_is_not_drawn_in_another_part(host, rest_of_url, shown):
    assert shown_host(host, rest_of_url) == shown


def test_right_to_left_path_is_not_drawn_before_the_host():
    path = "/%D7%93%D7%95%D7%92%D7%9E%D7%94"
    assert display(f"http://example.com{path}") == "http://example.com/דוגמה"
    assert display(f"http://xn--6dbbec0c{path}") == "http://xn--6dbbec0c/דוגמה"


def test_label_of_more_than_63_characters_stays_in_punycode():
    at_most, longer = f"{'a' * 55}ö", f"{'a' * 56}ö"
    assert (len(label_in_ascii(at_most)), len(label_in_ascii(longer))) == (63, 64)
    assert shown_host(f"{at_most}.example") == f"{at_most}.example"
    assert shown_host(f"{longer}.example") == f"{label_in_ascii(longer)}.example"
    longer = label_in_ascii("ö" * 60_000)
    assert display(f"http://{longer}.example/") == f"http://{longer}.example/"


def test_host_with_10_000_labels_is_shown():
    host = "xn--bcher-kva." * 10_000 + "example"
    assert display(f"http://{host}/") == "http://" + "bücher." * 10_000 + "example/"


@each_case("language", WORDS)
def test_ordinary_words_are_shown(language):
    words = [word for word in WORDS[language].split() if word not in STRICTER]
    assert [word for word in words if shown_host(f"{word}.com") != f"{word}.com"] == []


@pytest.mark.parametrize("reason", IN_PUNYCODE)
def test_labels_that_chromium_keeps_in_punycode_stay_in_punycode(reason):
    assert [
        label
        for label in IN_PUNYCODE[reason]
        if shown_host(f"{label}.com") != f"{label_in_ascii(label)}.com"
    ] == []


@pytest.mark.parametrize("label", STRICTER)
def test_some_labels_that_chromium_shows_stay_in_punycode(label):
    assert shown_host(f"{label}.com") == f"{label_in_ascii(label)}.com"


@pytest.mark.parametrize("label", LIKE_KNOWN_SITES)
def test_labels_are_not_compared_with_known_sites(label):
    assert shown_host(f"{label}.com") == f"{label}.com"


@each_case(
    ("host", "is_shown"),
    [
        *[("þór.is", True), ("þór.fo", True), ("þór.is.", True), ("ða.is", True), ("ən.az", True)],
        *[
            ("þór.com", False),
            ("þór.az", False),
            ("ən.is", False),
            ("ən.is.az.com", False),
            ("þə.is", False),
        ],
        *[("зз.рф", False), ("सं.भारत", True), ("२२.भारत", False)],
    ],
)
def test_letters_of_few_languages_are_shown_under_their_top_level_labels(host, is_shown):
    label = host.partition(".")[0]
    assert shown_host(host).partition(".")[0] == (label if is_shown else label_in_ascii(label))


def test_label_is_shown_verbatim_or_in_punycode():
    # All letters, marks and numbers except most of Han and Hangul.
    code_points = [
        *range(0x80, 0x3400),
        *range(0xA000, 0xAC80),
        *range(0xFB00, 0x18B00),
        *range(0x1AFF0, 0x1F000),
    ]
    labels = [
        character
        for character in map(chr, code_points)
        if unicodedata.category(character)[0] in "LMN"
    ]
    host = ".".join(map(label_in_ascii, labels))
    shown = (
        display(f"http://{host}.example/", "rfc3986")
        .removeprefix("http://")
        .removesuffix(".example/")
        .split(".")
    )
    assert [
        pair
        for pair in zip(labels, shown, strict=True)
        if pair[1] not in (pair[0], label_in_ascii(pair[0]))
    ] == []


labels = st.one_of(
    st.text(st.characters(exclude_categories=()), min_size=1, max_size=8),
    st.text("abé1-аяο漢かカ한ㄅाहि\u0301\u200d·א1٣م", min_size=1, max_size=6),
)


@given(
    st.lists(
        labels.map(label_in_ascii).filter(re.compile("[a-z0-9-]+").fullmatch),
        min_size=1,
        max_size=4,
    )
)
def test_shown_label_is_the_label_of_the_url_in_one_script(host):
    shown = (
        display(f"http://{'.'.join(host)}/", "rfc3986")
        .removeprefix("http://")
        .removesuffix("/")
        .split(".")
    )
    assert [label_in_ascii(label) for label in shown] == host
    for label in shown:
        scripts = [
            unicodedata.script_extension(c) for c in label if unicodedata.category(c)[0] == "L"
        ]
        systems = [{"Hani", "Hira", "Kana"}, {"Hani", "Hang"}]
        assert (
            not scripts
            or set.intersection(*map(set, scripts))
            or any(all(found & system for found in scripts) for system in systems)
        )


# The path, the query, the fragment


@each_case(
    ("written", "shown"),
    [
        ("%C3%A9", "é"),
        ("%c3%a9%e2%98%95%f0%9f%98%80", "é☕😀"),
        ("a%C3%A9b%D0%BC%D0%B8%D1%80", "aébмир"),
        ("%41%7e%2D%5f%2E%30", "A~-_.0"),
        # escapes whose bytes are not UTF-8
        ("%E9", "%E9"),
        ("%EC%E8%F0", "%EC%E8%F0"),
        ("%D6%D0%B9%FA", "%D6%D0%B9%FA"),
        ("%E9%20%C3%A9", "%E9%20%C3%A9"),
        ("%E9a%C3%A9", "%E9aé"),
        ("%C0%AF", "%C0%AF"),
        ("%ED%A0%80", "%ED%A0%80"),
        ("%F4%90%80%80", "%F4%90%80%80"),
        ("%C3", "%C3"),
        # decoded characters never form a new escape
        ("%2541", "%2541"),
        ("%25%34%31", "%2541"),
        ("%%34%31", "%%34%31"),
        ("%4%31", "%4%31"),
        ("%4%C3%A9", "%4%C3%A9"),
        ("%zz%41", "%zzA"),
        # escapes that are kept verbatim
        ("%2f%3F%20%c2%a0", "%2f%3F%20%c2%a0"),
        ("%C3%A9%20%C3%A9%2f", "é%20é%2f"),
        ("a+b", "a+b"),
        # marks
        ("e%CC%81", "e\u0301"),
        ("%D0%B8%CC%86%CC%84", "и\u0306\u0304"),
        ("%CC%81", "%CC%81"),
        ("%cc%81/%cc%81", "%cc%81/%cc%81"),
        ("/%CC%81a", "/%CC%81a"),
        ("%20%CC%81", "%20%CC%81"),
        ("%E2%98%95%CC%81", "☕%CC%81"),
        ("%CC%81%CC%81", "%CC%81%CC%81"),
        ("e%CC%B8", "e%CC%B8"),
        ("%E2%9D%A4%EF%B8%8F", "❤%EF%B8%8F"),
        ("a" + "%CC%81" * 200, "a" + "\u0301" * 4 + "%CC%81" * 196),
        # dot segments
        ("/%E2%80%A4%E2%80%A4/", "/%E2%80%A4%E2%80%A4/"),
    ],
)
def test_escapes_are_decoded_or_kept(written, shown):
    # RFC 1808's parser accepts any text.
    assert (
        display(f"http://h/{written}?{written}#{written}", "rfc1808")
        == f"http://h/{shown}?{shown}#{shown}"
    )


@each_case("code_point", range(0x80))
def test_only_unreserved_ascii_characters_are_decoded(code_point):
    escape = f"%{code_point:02X}"
    character = chr(code_point)
    expected = character if re.fullmatch("[A-Za-z0-9._~-]", character) else escape
    assert display(f"foo:x{escape}?{escape}#{escape}") == f"foo:x{expected}?{expected}#{expected}"


#: DerivedCoreProperties.txt: Default_Ignorable_Code_Point. PropList.txt: White_Space and
#: Bidi_Control.
IGNORABLE = [
    *(
        0xAD,
        0x34F,
        0x61C,
        0x115F,
        0x1160,
        0x17B4,
        0x17B5,
        *range(0x180B, 0x1810),
        *range(0x200B, 0x2010),
    ),
    *(
        *range(0x202A, 0x202F),
        *range(0x2060, 0x2070),
        0x3164,
        *range(0xFE00, 0xFE10),
        0xFEFF,
        0xFFA0,
    ),
    *(
        *range(0xFFF0, 0xFFF9),
        *range(0x1BCA0, 0x1BCA4),
        *range(0x1D173, 0x1D17B),
        *range(0xE0000, 0xE1000),
    ),
]
SPACES = [0x85, 0xA0, 0x1680, *range(0x2000, 0x200B), 0x2028, 0x2029, 0x202F, 0x205F, 0x3000]
BIDI_CONTROLS = [0x61C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)]
BLANK = [
    0x2800,
    0xFFFC,
    0xFFFD,
    0x1D159,
    0x2D7F,
    0x1107F,
    0x16FE4,
    0x1BC9D,
    0x1DA9B,
    0x2420,
    0x2423,
    0x23B5,
]
LIKE_DELIMITERS = {
    "/": "⁄∕／⧸╱⟋\u1735\u2041\u2cc6\u3033\u31d3\U0001d23a\U0001f67c\u2e4a\u2afd\u2f03",
    "\\": "＼⧹⧵∖╲⟍\U0001f67d\u244a\U0001d20f\U0001d23b\u31d4\u2f02",
    ":": "：∶꞉ː\u02f8\u0589\u05c3\u16ec\u1803\u1809\u205a\u2237\ua4fd\ufe30\u1361",
    "?": "？\u0241\u0294\u097d\ua6eb\u2753\u061f\u2e2e",
    "#": "＃♯\u22d5\u2317",
    "@": "＠﹫",
    "&": "＆\ua778",
    "=": "＝\u1400\u2e40\u30a0\ua4ff≠",
    "+": "＋\u16ed\u2795\U0001029b",
    "%": "％\u066a\u2052‰",
    ";,!|": "；，！｜؛\u01c3\u2757",
    ".": "․‥\ua4f8\ua60e\U0001d16d",
    "a lock": "🔏🔐🔒🔓",
    "several": "℀℅㈱⩴",
}
OVERLAYS = [
    0x334,
    0x335,
    0x336,
    0x337,
    0x338,
    0x488,
    0x489,
    0x20D2,
    0x20D8,
    0x20DD,
    0x20E3,
    0x20E5,
    0x20EB,
]


@pytest.mark.parametrize("standard", ["html5", "whatwg"])
@pytest.mark.parametrize(
    "code_points",
    [
        IGNORABLE,
        SPACES,
        BIDI_CONTROLS,
        BLANK,
        [*map(ord, "".join(LIKE_DELIMITERS.values()))],
        OVERLAYS,
        [*range(0x20), *range(0x7F, 0xA0)],
        [0xD800, 0xDFFF],
        [0xE000, 0xF8FF, 0xF0000, 0x10FFFD],
        [0x378, 0xFDD0, 0xFFFE, 0xFFFF, 0x10FFFF],
    ],
    ids=[
        "ignorable",
        "spaces",
        "bidi",
        "blank",
        "delimiters",
        "overlays",
        "controls",
        "surrogates",
        "private",
        "unassigned",
    ],
)
def test_misleading_characters_are_escaped(code_points, standard):
    for code_point in code_points:
        escape = escaped(chr(code_point))
        assert (
            display(f"http://h/a{escape}?a{escape}#a{escape}", standard)
            == f"http://h/a{escape}?a{escape}#a{escape}"
        )
        raw = chr(code_point)
        escape = escaped("\ufffd" if raw in "\ud800\udfff" else raw)
        if not (standard == "whatwg" and raw in "\t\n\r"):  # WHATWG removes these characters.
            assert display(f"http://h/#a{raw}b", standard) == f"http://h/#a{escape}b"
            assert display(f"//a{raw}b", standard) == (
                "//ab" if raw in "\t\n\r" else f"//a{escape}b"
            )


@each_case(
    "text",
    [
        *("–—‘’“”„«»‹›…·•†№™", "§¶©®°±×÷¬¡¿", "€£¥₹₽₿฿", "→←↔∞√∑∂−≈≤≥", "☕❤✔★☆♥♪👍🏽😀🎉🚀🇩🇪🧑🪐"),
        *("、。「」『』《》【】・〜", "।॥", "־׳״", "՞", "་།", "၊။", "។"),
        # letters and marks of living scripts, with look-alikes
        *(
            "丿丶ノ一ㄧ",
            "दुःख",
            "ક્ષઃ",
            "٠۰",
            "ᏣᎳᎩ",
            "ᐃᓄᒃ",
            "ᠮᠣᠩᠭᠣᠯ",
            "𞤀𞤣",
            "𠮷",
            "ʻokina",
            "oʻzbek",
            "ɓɗɛɔ",
        ),
        *("မြို့", "རྒྱུད", "ស្ត្រី", "שָּׁלוֹם", "บันทึก", "Tiê\u0301ng"),
    ],
)
def test_usual_text_is_shown(text):
    assert (
        display(f"http://h/{escaped(text)}?{escaped(text)}#{escaped(text)}")
        == f"http://h/{text}?{text}#{text}"
    )


def test_raw_text_in_a_fragment_is_shown_like_escaped_text():
    assert (
        display("http://h/#é\u202e \u0301e\u0301☕\u200d", "html5")
        == "http://h/#é%E2%80%AE%20%CC%81e\u0301☕%E2%80%8D"
    )
    assert display('http://h/#"<>`|%zz%C3%A9', "html5") == 'http://h/#"<>`|%zzé'


@pytest.mark.parametrize("mark", ["\u0301", "%CC%81"])
def test_only_four_marks_after_a_letter_are_shown(mark):
    """A mark belongs to the letter before it, even if only the mark is escaped (UTS 39, section
    5.4: four marks)."""
    assert display(f"http://h/#a{mark * 5}", "html5") == "http://h/#a" + 4 * "\u0301" + "%CC%81"
    assert display(f"http://h/#é{mark}-{mark}", "html5") == "http://h/#é\u0301-%CC%81"
    assert display(f"http://h/#{mark}☕{mark}", "html5") == "http://h/#%CC%81☕%CC%81"


def test_spaces_in_an_opaque_path_are_escaped():
    assert display("data:text/plain,a  b c") == "data:text/plain,a%20%20b%20c"


def test_escapes_of_a_legacy_encoding_are_kept():
    url = URLDecomposition(
        "?q=мир&r=é", Document("http://h/é", encoding="windows-1251", standard="whatwg")
    )
    assert url.display() == "http://h/é?q=%EC%E8%F0&r=%26%23233%3B"
    assert url.search == "?q=%EC%E8%F0&r=%26%23233%3B"


def test_long_url_is_shown():
    assert display("http://h/" + "%C3%A9" * 160_000) == "http://h/" + "é" * 160_000
    assert display("http://h/" + "%E9" * 300_000) == "http://h/" + "%E9" * 300_000
    assert display("http://h/" + "%" * 300_000) == "http://h/" + "%" * 300_000


# Properties

DELIMITERS = re.compile("[!-,/:-@\\[-^`{-}]")  # printable ASCII except unreserved characters
_UNSEEN = frozenset(map(chr, [*IGNORABLE, *SPACES, *BIDI_CONTROLS, *BLANK]))

urls = st.one_of(
    hostile,
    st.tuples(
        st.sampled_from(["http://h", "foo://u:p@h", "data:", "", "http://xn--bcher-kva.example"]),
        st.sampled_from(["/", "?", "#", ""]),
        st.lists(
            st.one_of(any_text, any_text.map(escaped), st.sampled_from("/?#&=%@:")), max_size=6
        ).map("".join),
    ).map("".join),
)


@every_standard
@given(urls, bases, encodings)
def test_no_misleading_character_is_shown(standard, url, base, encoding):
    shown = URLDecomposition(url, base, standard=standard, encoding=encoding).display()
    assert not _UNSEEN.intersection(shown)
    assert [c for c in shown if unicodedata.category(c)[0] in "CZ"] == []
    shown.encode()


@every_standard
@given(urls)
def test_shown_url_has_the_delimiters_of_the_url(standard, url):
    try:
        scheme, slashes, userinfo, host, *rest_of_url, _ = find_engine(standard).grammar.cut(url)
    except Failure:
        return
    assume(
        slashes or "@" not in rest_of_url[1]
    )  # An @ ends the user info of a URL in an opaque path.
    shown = displayed((scheme, slashes, "", "", *rest_of_url, None))
    assume("***" not in shown or "***" in url)  # *** replaces the password of a URL within the URL.
    assert shown.startswith(scheme + slashes)
    shown = shown.removeprefix(scheme + slashes)
    assert DELIMITERS.findall(shown.replace("%", "")) == DELIMITERS.findall(
        "".join(rest_of_url).replace("%", "")
    )
    # The percent signs outside escapes are the same as in the URL.
    assert len(re.findall("%(?![0-9A-Fa-f]{2})", shown)) == len(
        re.findall("%(?![0-9A-Fa-f]{2})", "".join(rest_of_url))
    )
    assert displayed((scheme, slashes, userinfo, host, *rest_of_url, None)).endswith(shown)


plain = st.text("abcXYZ012-._~!$&'()*+,;=:@/?", max_size=20)


@every_standard
@given(plain, st.sampled_from(["", "?q", "?a=b&c=%2f%20", "#%25x", "?%e9#%E2%80%AE"]))
def test_url_without_escapes_is_shown_verbatim_without_credentials(standard, path, rest):
    url = URLDecomposition(f"http://user:secret@example.com/{path}{rest}", standard=standard)
    assume(
        "***" not in url.display() or "***" in path
    )  # *** replaces the password of a URL within the URL.
    assert url.display() == url.href.replace("user:secret@", "", 1)


@given(st.text(max_size=20))
def test_escaped_text_is_shown_or_kept(text):
    url = URL("http://h/")
    url.pathname = "x" + escaped(text)
    shown = url.display().removeprefix("http://h/x")
    index = 0
    for character in text:
        piece = (
            character
            if shown.startswith(character, index) and character != "%"
            else escaped(character)
        )
        assert shown.startswith(piece, index)
        index += len(piece)
    assert index == len(shown)


@pytest.mark.parametrize("end", ["/", "#", "?", "\\"])
def test_password_with_a_delimiter_is_not_shown(end):
    url = URLDecomposition(f"http://bob:Pa55{end}w0rd@h/", standard="whatwg")
    assert not url
    assert "w0rd" not in url.display() and "Pa55" not in url.display()


@pytest.mark.parametrize(
    "url", ["http://h/?next=https://bob:Pa55@h/", "http://h/https://bob:Pa55@x/", "bob:Pa55@h"]
)
def test_password_of_a_url_within_the_url_is_not_shown(url):
    assert "Pa55" not in URLDecomposition(url, standard="whatwg").display()
