"""Check where `?next=` leads after a login. The check reads the URL as a browser does.

It prints:

    /account?tab=1                 -> https://shop.example/account?tab=1
    https:settings                 -> https://shop.example/settings
    //evil.example                 -> https://shop.example/
    \\\\evil.example                 -> https://shop.example/
    /\\t/evil.example               -> https://shop.example/
    https://shop.example@evil.test -> https://shop.example/
    blob:https://shop.example/1    -> https://shop.example/
    https://evil.test@shop.example -> https://shop.example/
                                   -> https://shop.example/
"""

from urldom import FrozenURL

TARGETS = [
    "/account?tab=1",
    "https:settings",
    "//evil.example",
    "\\\\evil.example",
    "/\t/evil.example",
    "https://shop.example@evil.test",
    "blob:https://shop.example/1",
    "https://evil.test@shop.example",
    "",
]


def redirect_target(login: FrozenURL, start: str) -> str:
    """Return the URL in `next` if it is on the server of `login`, for the same user. Otherwise
    return `start`."""
    target = FrozenURL.parse(login.params.get("next") or start, login)
    here = (login.protocol, login.host, login.credentials)
    if target is None or (target.protocol, target.host, target.credentials) != here:
        target = FrozenURL(start, login)
    return target.href


if __name__ == "__main__":
    for text in TARGETS:
        login = FrozenURL("https://shop.example/login").replace(params={"next": text})
        shown = text.replace("\t", "\\t")
        print(f"{shown:<30} -> {redirect_target(login, '/')}")
