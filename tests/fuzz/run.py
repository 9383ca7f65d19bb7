#!/usr/bin/env python3
"""Serves the demo, and has Schemathesis make requests from the API document as a guest, a member and an admin: none may end with
an internal error, an answer that the document does not know, or more than tests/api/access.txt allows.

    make test-fuzz
    make test-fuzz EXAMPLES=500 PHASES=examples,coverage,fuzzing
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
CHECKS = (
    "not_a_server_error,status_code_conformance,content_type_conformance,response_headers_conformance,"
    "response_schema_conformance,ignored_auth,unsupported_method,access"
)
# They end the caller's session, or the account: everything after them would only be refused.
LAST = ("sign_out", "sign_out_everywhere", "delete_account")
# One answer takes seconds: a copy of the database, or another server.
SLOW = ("export_database", "make_backup", "test_mail_server", "reach_issuer")


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def outside(number):
    """An id as calls have it."""
    digits = "0123456789abcdefghijklmnopqrstuv"
    return "".join(digits[(number >> (5 * place)) & 31] for place in reversed(range(13)))


class Site:
    """The executable on a demo database of its own."""

    def __init__(self, executable, folder):
        self.executable, self.database = executable, folder / "demo.db"
        # The environment of this process must not configure the server.
        self.environment = {name: value for name, value in os.environ.items() if not name.startswith("COMMUNITY_")}
        self.environment |= {
            "COMMUNITY_DATABASE": str(self.database),
            "COMMUNITY_CAPTCHA__PROVIDER": "none",
            "COMMUNITY_LOG__LEVEL": "warn",
        }
        self.run("demo", "--database", str(self.database), "--members", "60", "--projects", "40", "--events", "20")
        self.url = f"http://127.0.0.1:{free_port()}"
        self.log = open(folder / "log", "w+", encoding="utf-8")
        command = [executable, "serve", "--listen", self.url.removeprefix("http://"), "--database", str(self.database)]
        self.server = subprocess.Popen(command, env=self.environment, cwd=folder, stdout=subprocess.DEVNULL, stderr=self.log)
        for _ in range(600):
            try:
                urllib.request.urlopen(f"{self.url}/healthz").close()
                return
            except urllib.error.URLError:
                time.sleep(0.1)
        sys.exit("The server did not start within a minute.")

    def run(self, *arguments):
        return subprocess.run([self.executable, *arguments], env=self.environment, check=True, capture_output=True, text=True).stdout

    def rows(self, sql):
        connection = sqlite3.connect(self.database)
        try:
            return connection.execute(sql).fetchall()
        finally:
            connection.close()

    def sign_in(self, role):
        """The bearer of somebody with this role, and their id."""
        ((number, email),) = self.rows(f"SELECT id, email FROM users WHERE role = '{role}' AND suspended_at IS NULL ORDER BY project_count DESC, id LIMIT 1")
        token = re.search(r"token=([\w-]+)", self.run("link", email)).group(1)
        request = urllib.request.Request(f"{self.url}/api/auth/email/verify", json.dumps({"token": token}).encode(), {"Content-Type": "application/json"})
        with urllib.request.urlopen(request) as answer:
            return json.loads(answer.read())["token"], number

    def is_signed_in(self, bearer):
        """Whether this bearer is still somebody. A guest needs none."""
        request = urllib.request.Request(f"{self.url}/api/users/profile", headers={"Authorization": f"Bearer {bearer}"})
        try:
            with urllib.request.urlopen(request) as answer:
                return answer.status == 200
        except urllib.error.HTTPError:
            return bearer is None

    def ids(self, own):
        """Ids that exist, by the word before them in a path. Nobody ends their own account."""
        of = lambda sql: [outside(number) for (number,) in self.rows(sql)]
        certificates = [name for (name,) in self.rows("SELECT certificate_id FROM certificates LIMIT 20")]
        return {
            "projects": of("SELECT id FROM projects ORDER BY id DESC LIMIT 20"),
            "events": of("SELECT id FROM events ORDER BY id DESC LIMIT 20"),
            "users": of(f"SELECT id FROM users WHERE id <> {own} AND role = 'user' LIMIT 20"),
            "badges": of("SELECT id FROM badges LIMIT 20"),
            "certificates": of("SELECT id FROM certificates LIMIT 20") + certificates,
            "public": certificates,
            "view": certificates,
            "mailings": of("SELECT id FROM mailings LIMIT 20"),
            "outbox": of("SELECT id FROM mails LIMIT 20"),
            "texts": ["terms", "privacy"],
        }

    def stop(self):
        self.server.terminate()
        if self.server.wait(timeout=30) != 0:
            sys.exit(f"The server ended with {self.server.returncode}.")
        self.log.seek(0)
        return self.log.read()


def attack(executable, role, options):
    """Whether everything went well as somebody with this role."""
    with tempfile.TemporaryDirectory() as folder:
        site = Site(executable, pathlib.Path(folder))
        bearer, own = (None, 0) if role == "guest" else site.sign_in("user" if role == "member" else "admin")
        environment = os.environ | {
            "SCHEMATHESIS_HOOKS": "hooks",
            "PYTHONPATH": str(HERE),
            "FUZZ_ROLE": role,
            "FUZZ_IDS": json.dumps(site.ids(own)),
        }
        command = [pathlib.Path(sys.executable).parent / "schemathesis", "run", f"{site.url}/api/openapi.json", "--url", site.url]
        command += ["--checks", CHECKS, "--phases", options.phases, "--max-examples", str(options.examples), "--seed", str(options.seed)]
        command += ["--workers", "2", "--warnings", "off", "--suppress-health-check", "all", "--request-timeout", "30", "--no-shrink"]
        for operation in (LAST if role != "guest" else ()) + (SLOW if not options.slow else ()):
            command += ["--exclude-operation-id", operation]
        if bearer:
            command += ["--header", f"Authorization: Bearer {bearer}"]
        begun = time.monotonic()
        done = subprocess.run(command, env=environment, cwd=folder, capture_output=True, text=True, check=False)
        still = site.is_signed_in(bearer)
        log = site.stop()
        passed = done.returncode == 0 and "panicked" not in log and still
        if not still:
            print("The session has ended on the way, so what came after it proves nothing.")
        cases = re.findall(r"(\d+) generated", done.stdout)
        print(f"{role}: {cases[-1] if cases else '?'} requests in {time.monotonic() - begun:.0f} s: {'all well' if passed else 'FAILED'}", flush=True)
        if not passed or options.verbose:
            print(done.stdout, done.stderr, log, sep="\n")
        return passed


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--executable", type=pathlib.Path, required=True)
    parser.add_argument("--examples", type=int, default=4, help="requests for each operation and role, about")
    parser.add_argument("--phases", default="fuzzing", help="examples, coverage, fuzzing")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--roles", default="guest,member,admin")
    parser.add_argument("--slow", action="store_true", help="also what makes copies and asks other servers")
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args()
    results = [attack(options.executable.resolve(), role, options) for role in options.roles.split(",")]
    sys.exit(0 if all(results) else 1)


if __name__ == "__main__":
    main()
