"""What a browser sends, by the texts, step by step, for plain URLs that `urllib.parse` reads as a
browser does. This module shares no code with urldom."""

from __future__ import annotations

from dataclasses import dataclass, field
from urllib.parse import SplitResult, urljoin, urlsplit

SITES = {
    "example.com": "example.com",
    "www.example.com": "example.com",
    "api.example.com": "example.com",
} | {host: host for host in ("example.org", "localhost", "127.0.0.1", "a.localhost", "10.0.0.1")}
POLICIES = [
    *("no-referrer", "no-referrer-when-downgrade", "same-origin", "origin", "strict-origin"),
    *("origin-when-cross-origin", "strict-origin-when-cross-origin", "unsafe-url"),
]
NAVIGATIONS = ("document", "embed", "frame", "iframe", "object")


def origin(url: str) -> tuple[str, str, int]:
    parts = urlsplit(url)
    return (
        parts.scheme,
        parts.hostname or "",
        parts.port or {"http": 80, "https": 443}[parts.scheme],
    )


def serialized(parts: tuple[str, str, int]) -> str:
    scheme, host, port = parts
    return f"{scheme}://{host}" + ("" if port == {"http": 80, "https": 443}[scheme] else f":{port}")


def site(url: tuple[str, str, int]) -> tuple[str, str]:
    return url[0], SITES[url[1]]


def trusted(url: str) -> bool:
    scheme, host, _ = origin(url)
    return scheme == "https" or host in ("localhost", "127.0.0.1") or host.endswith(".localhost")


def strip(url: str, origin_only: bool = False) -> str:
    """Referrer Policy 8.4"""
    parts = urlsplit(url)
    netloc = serialized(origin(url)).partition("//")[2]
    path, query = ("/", "") if origin_only else (parts.path, parts.query)
    text = SplitResult(parts.scheme, netloc, path, query, "").geturl()
    is_empty_query = not origin_only and not query and "?" in url.partition("#")[0]
    return f"{text}?" if is_empty_query else text


def referrer(source: str | None, url: str, policy: str) -> str | None:
    """Referrer Policy 8.3"""
    if source is None:
        return None
    whole, only_origin = strip(source), strip(source, True)
    if len(whole) > 4096:
        whole = only_origin
    is_downgrade = trusted(whole) and not trusted(url)
    is_same = origin(source) == origin(url)
    if policy == "no-referrer":
        return None
    if policy == "origin":
        return only_origin
    if policy == "unsafe-url":
        return whole
    if policy == "strict-origin":
        return None if is_downgrade else only_origin
    if policy == "strict-origin-when-cross-origin":
        if is_same:
            return whole
        return None if is_downgrade else only_origin
    if policy == "same-origin":
        return whole if is_same else None
    if policy == "origin-when-cross-origin":
        return whole if is_same else only_origin
    assert policy == "no-referrer-when-downgrade"
    return None if is_downgrade else whole


class NetworkError(Exception):
    pass


@dataclass
class Fetch:
    """A request of the Fetch Standard, and the steps that send it."""

    page: str
    method: str
    urls: list[str]
    mode: str
    destination: str
    policy: str
    initiator: str = ""
    upgrades: bool = False
    user_activation: bool = False
    tainting: str = "basic"
    referrer: str | None = "client"
    body: bytes | None = None
    own: list[tuple[str, str]] = field(default_factory=list)

    @property
    def url(self) -> str:
        return self.urls[-1]

    def upgrade(self) -> None:
        assert self.url.startswith("http:")
        self.urls[-1] = "https:" + self.url.partition(":")[2].replace(":443/", "/", 1)

    def main_fetch(self) -> None:
        page = origin(self.page)
        # Upgrade Insecure Requests 4.1
        if self.upgrades and self.url.startswith("http:"):
            parts = urlsplit(self.url)
            is_listed = (parts.hostname, parts.port) == (
                urlsplit(self.page).hostname,
                urlsplit(self.page).port,
            )
            if self.destination != "document" or self.initiator == "form" or is_listed:
                self.upgrade()
        # Mixed Content 4.1 and 4.4
        is_secure = trusted(self.page)
        if is_secure and not trusted(self.url):
            is_address = all(label.isdigit() for label in origin(self.url)[1].split("."))
            is_set = self.destination == "image" and self.initiator == "imageset"
            if self.destination in ("image", "audio", "video") and not is_address and not is_set:
                self.upgrade()
            elif self.destination != "document":
                raise NetworkError("mixed content")
        if self.referrer == "client":
            self.referrer = self.page
        self.referrer = referrer(self.referrer, self.url, self.policy)
        here = origin(self.url)
        if (here == page and self.tainting == "basic") or self.mode == "navigate":
            self.tainting = "basic"
        elif self.mode == "same-origin":
            raise NetworkError("same-origin")
        else:
            self.tainting = "opaque" if self.mode == "no-cors" else "cors"

    def taint(self) -> str:
        """Return the redirect-taint (Fetch Standard 2.2.5)."""
        page, last, taint = origin(self.page), None, "same-origin"
        for one in map(origin, self.urls):
            if last is not None:
                if site(one) != site(last) and site(page) != site(last):
                    return "cross-site"
                if one != last and page != last:
                    taint = "same-site"
            last = one
        return taint

    def origin_header(self) -> str | None:
        """Fetch Standard 3.2"""
        page = origin(self.page)
        value = "null" if self.taint() != "same-origin" else serialized(page)
        if self.tainting == "cors":
            return value
        if self.method in ("GET", "HEAD"):
            return None
        if self.mode != "cors":
            if self.policy == "no-referrer":
                value = "null"
            elif self.policy in (
                "no-referrer-when-downgrade",
                "strict-origin",
                "strict-origin-when-cross-origin",
            ):
                if page[0] == "https" and origin(self.url)[0] != "https":
                    value = "null"
            elif self.policy == "same-origin" and page != origin(self.url):
                value = "null"
        return value

    def sec_fetch_site(self) -> str:
        """Fetch Metadata 2.3"""
        page, value = origin(self.page), "same-origin"
        for one in map(origin, self.urls):
            if one == page:
                continue
            value = "cross-site"
            if site(page) != site(one):
                break
            value = "same-site"
        return value

    def headers(self) -> dict[str, str]:
        """Return the headers of the request, with names in lower case."""
        found = {name.lower(): value for name, value in self.own}
        if self.destination in NAVIGATIONS:
            found["upgrade-insecure-requests"] = "1"
        if (value := self.origin_header()) is not None:
            found["origin"] = value
        if trusted(self.url):
            found |= {"sec-fetch-dest": self.destination or "empty", "sec-fetch-mode": self.mode}
            found["sec-fetch-site"] = self.sec_fetch_site()
            if self.user_activation and self.destination in NAVIGATIONS:
                found["sec-fetch-user"] = "?1"
        if self.referrer is not None:
            found["referer"] = self.referrer
        return found

    def redirect(self, status: int, location: str, policy: str | None) -> None:
        """Run "HTTP-redirect fetch" (Fetch Standard 4.4)."""
        url = urljoin(self.url, location)
        if not urlsplit(url).fragment:
            url += "#" + urlsplit(self.url).fragment if urlsplit(self.url).fragment else ""
        if len(self.urls) == 21:
            raise NetworkError("too many")
        includes_credentials = "@" in urlsplit(url).netloc
        if self.mode == "cors" and includes_credentials and origin(url) != origin(self.page):
            raise NetworkError("credentials")
        if self.tainting == "cors" and includes_credentials:
            raise NetworkError("credentials after CORS")
        if (status in (301, 302) and self.method == "POST") or (
            status == 303 and self.method not in ("GET", "HEAD")
        ):
            self.method, self.body = "GET", None
            gone = (
                "content-encoding",
                "content-language",
                "content-location",
                "content-type",
                "content-length",
            )
            self.own = [(name, value) for name, value in self.own if name.lower() not in gone]
        if origin(self.url) != origin(url):
            self.own = [(n, v) for n, v in self.own if n.lower() not in ("authorization", "cookie")]
        self.own = [(name, value) for name, value in self.own if name.lower() != "host"]
        self.urls.append(url)
        if policy is not None:
            self.policy = policy
        self.main_fetch()
