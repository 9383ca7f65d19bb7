#!/usr/bin/env python3
"""Has openbadgeslib check the pictures in a folder: check.py FOLDER. run.py fills the folder. The network is refused."""

import json
import pathlib
import socket
import sys

from openbadgeslib.baking import extract_png, extract_svg
from openbadgeslib.errors import LibOpenBadgesException
from openbadgeslib.ob3 import OB3LdpVerifier
from openbadgeslib.ob3.did import _b58btc_decode, _multicodec_pubkey_to_pem


def refuse(*_arguments, **_options):
    raise OSError("the network was asked")


socket.socket.connect = refuse
socket.getaddrinfo = refuse

EXTRACT = {
    ".png": lambda data: extract_png(data, keyword=b"openbadgecredential"),
    ".svg": lambda data: extract_svg(data, element="openbadges:credential", text_fallback=True),
}


def texts(value, place=()):
    """The places of all texts in a document."""
    if isinstance(value, str):
        yield place
    elif isinstance(value, (dict, list)):
        for key in value if isinstance(value, dict) else range(len(value)):
            yield from texts(value[key], (*place, key))


def bent(document, place):
    """The document with one bit of a text changed."""
    holder = document
    for key in place[:-1]:
        holder = holder[key]
    text = holder[place[-1]]
    holder[place[-1]] = text[:-1] + chr(ord(text[-1]) ^ 1)
    return document


def main():
    folder = pathlib.Path(sys.argv[1])
    site = json.loads((folder / "site.json").read_text())
    keys = {method["id"]: method["publicKeyMultibase"] for method in site["profile"]["verificationMethod"]}
    failures, count = [], 0
    for file in sorted(folder.iterdir()):
        if file.suffix not in EXTRACT:
            continue
        count += 1
        text = EXTRACT[file.suffix](file.read_bytes())
        text = text.decode() if isinstance(text, bytes) else text
        expected = (folder / f"{file.stem}.credential.json").read_text()
        if text != expected:
            failures.append(f"{file.name} holds another credential than its JSON file")
            continue
        # Only a DID says its key itself; of any other issuer it must be known.
        method = json.loads(text)["proof"]["verificationMethod"]
        known = None if method.startswith("did:") else _multicodec_pubkey_to_pem(_b58btc_decode(keys[method][1:]))
        try:
            OB3LdpVerifier(pubkey_pem=known).verify(text)
        except LibOpenBadgesException as refused:
            failures.append(f"{file.name} is refused: {refused}")
        for place in texts(json.loads(text)):
            try:
                OB3LdpVerifier(pubkey_pem=known).verify(json.dumps(bent(json.loads(text), place)))
                failures.append(f"{file.name} is accepted with a bit changed in {place}")
            except LibOpenBadgesException:
                pass
            # One of each is enough: the text is the same in both pictures.
            if file.suffix == ".svg":
                break
    print("\n".join(failures) or f"openbadgeslib accepts {count} pictures of {site['profile']['id']}.")
    sys.exit(1 if failures or count < 10 else 0)


if __name__ == "__main__":
    main()
