#!/usr/bin/env python3
"""Serves the demo under an https address and under a plain one, collects a credential of every kind in every file, and has
check.mjs and check.py, which are made of programs that others wrote, check them.

    make test-credentials
"""

import argparse
import json
import os
import pathlib
import re
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

HERE = pathlib.Path(__file__).parent
# Reached over HTTPS the issuer is an address; reached in any other way it is its key.
ADDRESSES = ("https://makers.example", "")


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Site:
    """A server that signs the demo."""

    def __init__(self, executable, folder, address):
        self.executable = executable
        self.database = folder / "demo.db"
        # The environment of this process must not configure the server.
        self.environment = {name: value for name, value in os.environ.items() if not name.startswith("COMMUNITY_")}
        self.environment["COMMUNITY_DATABASE"] = str(self.database)
        self.environment["COMMUNITY_CAPTCHA__PROVIDER"] = "none"
        self.environment["COMMUNITY_LOG__LEVEL"] = "error"
        if address:
            self.environment["COMMUNITY_PUBLIC_URL"] = address
        self.run("demo", "--database", str(self.database), "--members", "60", "--projects", "40", "--events", "20")
        self.port = free_port()
        self.address = address or f"http://127.0.0.1:{self.port}"
        command = [executable, "serve", "--listen", f"127.0.0.1:{self.port}", "--database", str(self.database)]
        self.server = subprocess.Popen(command, env=self.environment, cwd=folder, stdout=subprocess.DEVNULL)

    def run(self, *arguments):
        return subprocess.run([self.executable, *arguments], env=self.environment, check=True, capture_output=True, text=True).stdout

    def call(self, path, body=None, token=None, method=None):
        path = path.removeprefix(self.address)
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", method=method)
        if body is not None:
            request.data = json.dumps(body).encode()
            request.add_header("Content-Type", "application/json")
        if token:
            request.add_header("Authorization", f"Bearer {token}")
        with urllib.request.urlopen(request) as answer:
            return answer.read()

    def rows(self, sql):
        connection = sqlite3.connect(self.database)
        try:
            return connection.execute(sql).fetchall()
        finally:
            connection.close()

    def await_signed(self):
        for _ in range(600):
            if self.server.poll() is not None:
                sys.exit(f"The server ended with {self.server.returncode}.")
            try:
                self.call("/healthz")
                if self.rows("SELECT count(*) FROM credentials_due") == [(0,)]:
                    return
            except (urllib.error.URLError, sqlite3.OperationalError):
                pass
            time.sleep(0.1)
        sys.exit("The credentials were not signed within a minute.")

    def admin(self):
        ((email,),) = self.rows("SELECT email FROM users WHERE role = 'admin' ORDER BY id LIMIT 1")
        token = re.search(r"token=([\w-]+)", self.run("link", email)).group(1)
        return json.loads(self.call("/api/auth/email/verify", {"token": token}))["token"]

    def stop(self):
        self.server.terminate()
        self.server.wait(timeout=20)


def outside(number):
    digits = "0123456789abcdefghijklmnopqrstuv"
    return "".join(digits[(number >> (5 * place)) & 31] for place in reversed(range(13)))


def collect(site, folder):
    """Every design and every family of badges, in every file."""
    certificates = site.rows(
        "SELECT design, min(certificate_id), min(id) FROM certificates"
        " WHERE released_at IS NOT NULL AND revoked_at IS NULL AND is_private = 0 GROUP BY design"
    )
    badges = site.rows(
        "SELECT b.family, min(b.id) FROM badges b JOIN users u ON u.id = b.user_id"
        " WHERE u.suspended_at IS NULL AND u.deleted_at IS NULL GROUP BY b.family"
    )
    if len(certificates) != 4 or len(badges) != 4:
        sys.exit(f"The demo has {len(certificates)} designs and {len(badges)} families of badges.")
    for design, certificate, _ in certificates:
        for name, ending in [("credential.json", "credential.json"), ("image.png", "png"), ("image.svg", "svg"), ("document.pdf", "pdf")]:
            file = folder / f"certificate-{design}.{ending}"
            file.write_bytes(site.call(f"/api/certificates/public/{certificate}/{name}"))
    for family, badge in badges:
        for name, ending in [("credential.json", "credential.json"), ("image.png", "png"), ("image.svg", "svg")]:
            (folder / f"badge-{family}.{ending}").write_bytes(site.call(f"/api/badges/{outside(badge)}/{name}"))
    lists = lambda: {
        address: json.loads(site.call(address))
        for address in (f"{site.address}/credentials/status/{number}" for (number,) in site.rows("SELECT id FROM status_lists"))
    }
    before = lists()
    # What was issued stays valid under another key and another name.
    admin = site.admin()
    site.call("/api/admin/issuer/key", {}, admin)
    site.call("/api/admin/settings", {"name": "Another name"}, admin, "PUT")
    design, certificate, key = certificates[0]
    site.call(f"/api/admin/certificates/{outside(key)}/revoke", {"reason": "A test."}, admin)
    facts = {"profile": json.loads(site.call("/issuer")), "lists": before, "listsAfter": lists(), "revoked": f"certificate-{design}.credential.json"}
    (folder / "site.json").write_text(json.dumps(facts))


def verify_on_the_shell(site, folder):
    """The program itself, on every file; a PDF and one with a changed name among them."""
    passed = True
    for file in sorted(folder.iterdir()):
        if file.suffix not in (".png", ".svg", ".pdf", ".json") or file.name == "site.json":
            continue
        revoked = file.name.startswith(json.loads((folder / "site.json").read_text())["revoked"].removesuffix(".credential.json"))
        done = subprocess.run([site.executable, "verify", file], env=site.environment, capture_output=True, text=True, check=False)
        if done.returncode != (1 if revoked else 0):
            print(f"{file.name}: community verify says {done.stdout}{done.stderr}")
            passed = False
    return passed


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--executable", type=pathlib.Path, required=True)
    options = parser.parse_args()
    passed = True
    for address in ADDRESSES:
        with tempfile.TemporaryDirectory() as temporary:
            temporary = pathlib.Path(temporary)
            folder = temporary / "files"
            folder.mkdir()
            site = Site(options.executable.resolve(), temporary, address)
            try:
                site.await_signed()
                collect(site, folder)
                passed &= verify_on_the_shell(site, folder)
            finally:
                site.stop()
            passed &= subprocess.run(["node", HERE / "check.mjs", folder], check=False).returncode == 0
            passed &= subprocess.run([sys.executable, HERE / "check.py", folder], check=False).returncode == 0
    sys.exit(0 if passed else 1)


if __name__ == "__main__":
    main()
