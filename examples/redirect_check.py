"""A redirect check: where `?next=` may lead after a login, read as a browser reads it, and not as it looks.

It prints:

    /account?tab=1                 -> https://shop.example/account?tab=1
    https:settings                 -> https://shop.example/settings
    https://shop.example:443/cart  -> https://shop.example/cart
    //evil.example                 -> https://shop.example/
    \\\\evil.example                 -> https://shop.example/
    /\\t/evil.example               -> https://shop.example/
    https://shop.example@evil.test -> https://shop.example/
    http://[broken                 -> https://shop.example/
"""

from urldom import URL

TARGETS = [
    "/account?tab=1",
    "https:settings",
    "https://shop.example:443/cart",
    "//evil.example",
    "\\\\evil.example",
    "/\t/evil.example",
    "https://shop.example@evil.test",
    "http://[broken",
]


def redirect_target(login: URL, start: str) -> str:
    """The URL that `next` names, where it has the origin of `login`; else `start`."""
    target = URL.parse(login.params.get("next", start), login)
    return target.href if target is not None and target.origin == login.origin else URL(start, login).href


if __name__ == "__main__":
    for text in TARGETS:
        login = URL("https://shop.example/login")
        login.params["next"] = text
        shown = text.replace("\t", "\\t")
        print(f"{shown:<30} -> {redirect_target(login, '/')}")
