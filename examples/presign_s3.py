"""Presign a URL of Amazon S3 (AWS Signature Version 4), so that somebody without an account can
fetch one object.

The first URL is the worked example in Amazon's documentation ("Authenticating Requests: Using Query
Parameters").

It prints:

    https://examplebucket.s3.amazonaws.com/test.txt
    ?X-Amz-Algorithm=AWS4-HMAC-SHA256
    &X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3%2Faws4_request
    &X-Amz-Date=20130524T000000Z
    &X-Amz-Expires=86400
    &X-Amz-SignedHeaders=host
    &X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404

    https://examplebucket.s3.amazonaws.com/teas/caf%C3%A9%20(1)%20&%20co.pdf
    ?X-Amz-Algorithm=AWS4-HMAC-SHA256
    &X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3%2Faws4_request
    &X-Amz-Date=20130524T000000Z
    &X-Amz-Expires=60
    &X-Amz-SignedHeaders=host
    &response-content-type=application%2Fpdf
    &X-Amz-Signature=0662509c40e735fa491aabf789141f61b3e577ec2043235c365c265e590f3afe
"""

import hmac
from datetime import datetime, timezone
from hashlib import sha256
from urllib.parse import quote

from urldom import FrozenURL
from urldom.params import query_string

BUCKET = FrozenURL("https://examplebucket.s3.amazonaws.com/")
REGION = "us-east-1"
KEY_ID = "AKIAIOSFODNN7EXAMPLE"  # Amazon's example. A program reads its keys from its environment.
SECRET = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"


def presigned(url: FrozenURL, *, at: datetime, seconds: int, method: str = "GET") -> FrozenURL:
    """Return the URL with a signature. `at` is a time in UTC, from which the URL is valid for some
    seconds."""
    time = f"{at:%Y%m%dT%H%M%SZ}"
    scope = f"{at:%Y%m%d}/{REGION}/s3/aws4_request"
    signing = {
        "X-Amz-Algorithm": "AWS4-HMAC-SHA256",
        "X-Amz-Credential": f"{KEY_ID}/{scope}",
        "X-Amz-Date": time,
        "X-Amz-Expires": str(seconds),
        "X-Amz-SignedHeaders": "host",
    }
    pairs = [*url.params.pairs(), *signing.items()]
    # By the escaped name, then by the escaped value
    pairs.sort(key=lambda pair: query_string([pair]).split("="))
    query = query_string(pairs)
    # S3 decodes the path, and escapes it again in this way.
    path = quote("/" + "/".join(url.segments))
    request = [method, path, query, f"host:{url.host}", "", "host", "UNSIGNED-PAYLOAD"]
    signed = ["AWS4-HMAC-SHA256", time, scope, sha256("\n".join(request).encode()).hexdigest()]
    key = f"AWS4{SECRET}".encode()
    for part in (*scope.split("/"), "\n".join(signed)):
        key = hmac.digest(key, part.encode(), "sha256")
    return url.replace(search=f"{query}&X-Amz-Signature={key.hex()}")


def main() -> None:
    at = datetime(2013, 5, 24, tzinfo=timezone.utc)
    report = BUCKET.replace(
        segments=["teas", "café (1) & co.pdf"], params={"response-content-type": "application/pdf"}
    )
    for url in (
        presigned(BUCKET / "test.txt", at=at, seconds=86400),
        presigned(report, at=at, seconds=60),
    ):
        print(url.replace(search=None), url.search.replace("&", "\n&"), "", sep="\n")


if __name__ == "__main__":
    main()
