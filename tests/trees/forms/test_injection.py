"""No name, value or file name adds a header, a part or an entry to a body. The tests parse the
bodies with other libraries."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from .making import MULTIPART, PLAIN, URLENCODED, boundary_of, hidden, page_of, post, sent

multipart = pytest.importorskip("python_multipart", reason="python-multipart is not installed")

FRAGMENTS = [
    *(
        "\r\n",
        "\r",
        "\n",
        "\r\n\r\n",
        "\0",
        '"',
        "'",
        "\\",
        "--",
        "%0D%0A",
        "%22",
        "&",
        "=",
        ";",
        "+",
        " ",
        "#",
        "?",
    ),
    *(
        "\r\nX-Injected: 1\r\n\r\n",
        '"; filename="a',
        '"\r\nContent-Type: text/html\r\n\r\n',
        "\r\n--",
        "--\r\n",
    ),
    *(
        "a",
        "b",
        "\u00e9",
        "\u3042",
        "\U0001f600",
        "\ud800",
        "\u0100\u010a\u010d",
        "\u560a\u560d",
        "\x85",
        "\u2028",
    ),
    *("boundary", "----WebKitFormBoundary", "------", "HTTP/1.1"),
]
texts = st.lists(st.sampled_from(FRAGMENTS), max_size=6).map("".join)
names = texts.filter(lambda text: text not in ("", "_charset_"))
pairs = st.lists(st.tuples(names, texts), max_size=4)
contents = st.lists(
    st.sampled_from([b"\r\n", b"--", b"\0", b"\xff", b"a", b"\r\n--boundary", b'"']), max_size=6
).map(b"".join)
uploads = st.dictionaries(names, st.tuples(texts, contents, st.just("text/plain")), max_size=3)


def utf_8(text: str) -> bytes:
    return re.sub("[\ud800-\udfff]", "\ufffd", text).encode()


def lines(text: str) -> str:
    """Return the text with CRLF as line ends, as in a body."""
    return re.sub("\r\n|\r|\n", "\r\n", text)


def quoted(text: str) -> bytes:
    """Return the text as a parameter of Content-Disposition, escaped as the HTML Standard
    requires."""
    return utf_8(text).replace(b"\n", b"%0A").replace(b"\r", b"%0D").replace(b'"', b"%22")


def parts(submission: Any) -> list[tuple[list[tuple[bytes, bytes]], bytes]]:
    """Parse the headers and the content of each part with python-multipart."""
    found: list[tuple[list[tuple[bytes, bytes]], bytes]] = []
    field, value = bytearray(), bytearray()

    def on_header_end() -> None:
        found[-1][0].append((bytes(field), bytes(value)))
        field.clear()
        value.clear()

    def on_part_data(data: bytes, start: int, end: int) -> None:
        found[-1] = (found[-1][0], found[-1][1] + data[start:end])

    ended: list[bool] = []
    parser = multipart.MultipartParser(
        boundary_of(submission),
        {
            "on_part_begin": lambda: found.append(([], b"")),
            "on_header_field": lambda data, start, end: field.extend(data[start:end]),
            "on_header_value": lambda data, start, end: value.extend(data[start:end]),
            "on_header_end": on_header_end,
            "on_part_data": on_part_data,
            "on_end": lambda: ended.append(True),
        },
    )
    parser.write(submission.body)
    parser.finalize()
    assert ended == [True]
    return found


def expected_parts(fields: list[tuple[str, str]], files: dict[str, tuple[str, bytes, str]]) -> Any:
    disposition = b"Content-Disposition"
    made = [
        ([(disposition, b'form-data; name="%b"' % quoted(lines(name)))], utf_8(lines(value)))
        for name, value in fields
    ]
    for name, (file_name, content, _) in files.items():
        value = b'form-data; name="%b"; filename="%b"' % (quoted(lines(name)), quoted(file_name))
        made.append(([(disposition, value), (b"Content-Type", b"text/plain")], content))
    return made


@given(pairs, uploads)
def test_multipart_body_has_exactly_the_entries(fields: Any, files: Any) -> None:
    assert parts(post(MULTIPART, *fields, files=files)) == expected_parts(fields, files)


@given(names, texts)
def test_earlier_boundary_in_a_value_ends_no_part(name: str, value: str) -> None:
    seen = boundary_of(post(MULTIPART, (name, value))).decode()
    hostile = (
        f"\r\n--{seen}\r\nContent-Disposition: form-data;"
        f' name="x"\r\n\r\n1\r\n--{seen}--\r\n{value}'
    )
    fields = [(name + hostile, hostile), (name, hostile)]
    assert parts(post(MULTIPART, *fields)) == expected_parts(fields, {})
    files = {name: (hostile, hostile.encode("utf-8", "replace"), "text/plain")}
    assert parts(post(MULTIPART, *fields, files=files)) == expected_parts(fields, files)


@given(pairs, uploads)
def test_urlencoded_body_has_exactly_the_entries(fields: Any, files: Any) -> None:
    submission = post(URLENCODED, *fields, files=files)
    expected = [*fields, *((name, file_name) for name, (file_name, *_) in files.items())]
    assert parse_qsl(submission.body.decode("ascii"), keep_blank_values=True) == [
        (utf_8(lines(name)).decode(), utf_8(lines(value)).decode()) for name, value in expected
    ]


@given(pairs)
def test_query_has_exactly_the_entries(fields: Any) -> None:
    page = page_of({"action": "b?c=d#e"}, *(hidden(*pair) for pair in fields))
    submission = sent(page)
    assert submission.method == "GET" and submission.body is None
    assert re.fullmatch("[!-~]+", submission.url)
    address, question_mark, query = submission.url.partition("?")
    assert (address, question_mark) == ("http://example.com/a/b", "?")
    query, _, fragment = query.partition("#")
    assert fragment == "e"
    assert parse_qsl(query, keep_blank_values=True) == [
        (utf_8(lines(name)).decode(), utf_8(lines(value)).decode()) for name, value in fields
    ]


@given(pairs, uploads)
def test_plain_body_has_one_line_for_each_entry(fields: Any, files: Any) -> None:
    """A plain body is not escaped. The HTML Standard warns that programs cannot parse it."""
    submission = post(PLAIN, *fields, files=files)
    expected = [*fields, *((name, file_name) for name, (file_name, *_) in files.items())]
    assert submission.body == b"".join(
        utf_8(f"{lines(name)}={lines(value)}\r\n") for name, value in expected
    )


@given(
    st.sampled_from([URLENCODED, MULTIPART, PLAIN]),
    pairs,
    uploads,
    st.sampled_from(["utf-8", "iso-2022-jp", "big5"]),
)
def test_content_type_is_the_only_header_of_the_form(
    enctype: str, fields: Any, files: Any, encoding: str
) -> None:
    headers = post(enctype, *fields, files=files, encoding=encoding).headers
    assert {*headers} == {"Content-Type", "Origin", "Referer", "Upgrade-Insecure-Requests"}
    assert all(re.fullmatch("[ -~]+", value) for value in headers.values())
    assert re.fullmatch("[ -~]+", headers["Content-Type"])


@given(
    pairs, uploads, st.sampled_from(["iso-2022-jp", "shift_jis", "big5", "gb18030", "windows-1252"])
)
def test_encoded_name_has_no_quotation_mark_or_line_end(
    fields: Any, files: Any, encoding: str
) -> None:
    found = parts(post(MULTIPART, *fields, files=files, encoding=encoding))
    assert len(found) == len(fields) + len(files)
    for number, (headers, _) in enumerate(found):
        pattern = rb'form-data; name="[^"\r\n]*"' + rb'; filename="[^"\r\n]*"' * (
            number >= len(fields)
        )
        assert re.fullmatch(pattern, headers[0][1])
        assert [name for name, _ in headers[1:]] == [b"Content-Type"] * (number >= len(fields))


@given(texts, texts)
def test_mailto_url_has_no_line_end(name: str, value: str) -> None:
    for enctype in (URLENCODED, PLAIN):
        for method in ("get", "post"):
            page = page_of(
                {"action": "mailto:a@b.example", "method": method, "enctype": enctype},
                hidden(name, value),
            )
            submission = sent(page)
            assert re.fullmatch("[!-~]+", submission.url)
            assert urlsplit(submission.url).path == "a@b.example"


@pytest.mark.parametrize(
    "content_type", ["text/plain\r\nX-Injected: 1", "a\nb", "a\0", "a\r", "text/\u0100", "\u010a"]
)
def test_content_type_of_a_file_is_one_line_of_ascii(content_type: str) -> None:
    with pytest.raises(ValueError):
        post(MULTIPART, files={"a": ("b", b"c", content_type)})
