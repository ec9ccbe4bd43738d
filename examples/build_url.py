"""Build the URLs of an API from text that users typed. No text can lead to another host, path or
parameter.

It prints:

    https://api.example/v1/users/a%2Fb%3Fadmin=1/files?sort=name
    https://api.example/v1/users/caf%C3%A9%20&%20co/files?sort=name
    segments cannot be set to '..': it is a dot segment, and resolving a URL removes dot segments
    segments cannot be set to '': it is empty: call segments.append("") to end the path with a slash
    https://bob:p%40ss@[2001:db8::1]:8443/search?q=x%26admin%3D1
    host cannot be set to 'evil.example/.shop.example': a host cannot contain "/", at 12
"""

from urldom import FrozenURL, RejectedValueError

API = FrozenURL("https://api.example/v1/?sort=name")


def main() -> None:
    for user in ("a/b?admin=1", "café & co", "..", ""):
        try:
            print(API / "users" / user / "files")
        except RejectedValueError as error:
            print(error)
    address = FrozenURL.build(
        host="2001:db8::1",
        port=8443,
        username="bob",
        password="p@ss",
        path="/search",
        query={"q": "x&admin=1"},
    )
    print(address)
    try:
        FrozenURL.build(host="evil.example/.shop.example")
    except RejectedValueError as error:
        print(error)


if __name__ == "__main__":
    main()
