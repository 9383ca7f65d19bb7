#!/usr/bin/env python3
"""Serves the demo in several time zones and has check.py read its calendars and feeds, and the files that the tests left.

    make test-calendars
"""

import argparse
import os
import pathlib
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

# A zone with daylight-saving time, one with a half-hour offset and without it, and one west of UTC.
ZONES = ("Europe/Berlin", "Asia/Kolkata", "America/New_York")
CHECK = pathlib.Path(__file__).with_name("check.py")


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def set_zone(database, zone):
    connection = sqlite3.connect(database)
    with connection:
        connection.execute("UPDATE settings SET value = ? WHERE name = 'timeZone'", (f'"{zone}"',))
    connection.close()


def await_site(site, server):
    for _ in range(200):
        if server.poll() is not None:
            sys.exit(f"The server ended with {server.returncode}.")
        try:
            urllib.request.urlopen(f"{site}/healthz").close()
            return
        except urllib.error.URLError:
            time.sleep(0.05)
    sys.exit("The server did not answer within ten seconds.")


def check(*arguments):
    return subprocess.run([sys.executable, CHECK, *arguments], check=False).returncode == 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--executable", type=pathlib.Path, required=True)
    parser.add_argument("--files", type=pathlib.Path, required=True, help="the folder that the tests left")
    options = parser.parse_args()
    executable = options.executable.resolve()
    # The environment of this process must not configure the server.
    environment = {name: value for name, value in os.environ.items() if not name.startswith("COMMUNITY_")}
    print("files:", end=" ", flush=True)
    is_right = check("--files", options.files)
    with tempfile.TemporaryDirectory() as folder:
        database = pathlib.Path(folder, "demo.db")
        subprocess.run(
            [executable, "demo", "--database", database, "--members", "120"],
            cwd=folder, env=environment, check=True, stdout=subprocess.DEVNULL,
        )
        for zone in ZONES:
            set_zone(database, zone)
            port = free_port()
            server = subprocess.Popen(
                [executable, "serve", "--database", database, "--listen", f"127.0.0.1:{port}"],
                cwd=folder, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            )
            try:
                await_site(f"http://127.0.0.1:{port}", server)
                print(f"{zone}:", end=" ", flush=True)
                is_right = check("--site", f"http://127.0.0.1:{port}", "--zone", zone) and is_right
            finally:
                server.terminate()
                server.wait()
    sys.exit(0 if is_right else 1)


if __name__ == "__main__":
    main()
