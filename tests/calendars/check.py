#!/usr/bin/env python3
"""Reads the calendars and feeds of a running site, and those that the tests left, with other people's parsers.

    pip install -r tests/calendars/requirements.txt
    python tests/calendars/check.py --site http://127.0.0.1:8080 --files target/tmp/calendars

Says what is wrong and ends with 1, or how much was right.
"""

import argparse
import json
import pathlib
import sys
import urllib.request
from datetime import datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import feedparser
import icalendar
import recurring_ical_events

problems = []
checked = 0


def check(is_right, sentence):
    global checked
    checked += 1
    if not is_right:
        problems.append(sentence)


def read(address):
    with urllib.request.urlopen(address) as answer:
        return answer.read(), answer.headers


def check_form(raw, name):
    """RFC 5545, 3.1: CRLF, at most 75 octets a line, UTF-8."""
    check(raw.endswith(b"\r\n") and b"\n" not in raw.replace(b"\r\n", b""), f"{name}: a line does not end with CRLF")
    check(all(len(line) <= 75 for line in raw.split(b"\r\n")), f"{name}: a line is longer than 75 octets")
    check(raw.decode("utf-8") is not None, name)


def events_of(raw, name):
    check_form(raw, name)
    calendar = icalendar.Calendar.from_ical(raw)
    check(not calendar.errors, f"{name}: {calendar.errors}")
    events = list(calendar.walk("VEVENT"))
    for event in events:
        check(not event.errors, f"{name}: {event.errors}")
        for field in ("UID", "DTSTAMP", "DTSTART", "DTEND", "SUMMARY", "SEQUENCE", "STATUS"):
            check(field in event, f"{name}: no {field}")
    return calendar, events


def check_site(site, zone):
    """Every event's calendar says the instants that the API says, in the zone; the public one holds them all."""
    zone = zone or json.loads(read(f"{site}/api/site")[0])["timeZone"]
    listed, offset = [], 0
    while True:
        body, headers = read(f"{site}/api/events?limit=200&offset={offset}")
        page = json.loads(body)
        listed += page
        offset += len(page)
        if not page or offset >= int(headers["X-Total-Count"]):
            break
    raw, headers = read(f"{site}/events.ics")
    check(headers["Content-Type"].startswith("text/calendar"), "events.ics: wrong type")
    check(read(f"{site}/events.ics")[0] == raw, "events.ics: two answers differ")
    _, public = events_of(raw, "events.ics")
    by_uid = {str(event["UID"]): event for event in public}
    check(len(by_uid) == len(public), "events.ics: a UID stands twice")
    year_ago = datetime.now(timezone.utc) - timedelta(days=360)
    for listed_event in listed:
        name = listed_event["eventId"]
        _, own = events_of(read(f"{site}/events/{listed_event['_id']}/calendar.ics")[0], name)
        check(len(own) == 1, f"{name}: {len(own)} events")
        event = own[0]
        for field, value in (("DTSTART", listed_event["startsAt"]), ("DTEND", listed_event["endsAt"])):
            told = datetime.fromisoformat(value)
            check(event[field].dt == told, f"{name}: {field} is {event[field].dt}, not {value}")
            check(told.utcoffset() == told.astimezone(ZoneInfo(zone)).utcoffset(), f"{name}: {value} is not an offset of {zone}")
        check(str(event["SUMMARY"]) == listed_event["title"], f"{name}: another title")
        check((event["STATUS"] == "CANCELLED") == listed_event["cancelled"], f"{name}: another standing")
        if event["DTEND"].dt > year_ago and len(public) < 500:
            check(by_uid.get(str(event["UID"])) == event, f"{name}: not the same in events.ics")
    for feed in ("events.atom", "projects.atom"):
        check_feed(read(f"{site}/{feed}")[0], feed)


def check_feed(raw, name):
    feed = feedparser.parse(raw)
    check(not feed.bozo, f"{name}: {feed.get('bozo_exception')}")
    check(feed.version == "atom10", f"{name}: read as {feed.version!r}")
    check(feed.feed.get("id") and feed.feed.get("title") and feed.feed.get("updated_parsed"), f"{name}: the head is not whole")
    check(len({entry.id for entry in feed.entries}) == len(feed.entries), f"{name}: an id stands twice")
    for entry in feed.entries:
        check(entry.get("link") and entry.get("title") and entry.get("updated_parsed"), f"{name}: {entry.get('id')} is not whole")


def check_files(folder):
    """Files named {zone}-{day}.ics hold one event at half past six of that day in that zone, found by a recurrence engine."""
    found = 0
    for file in sorted(folder.glob("*.ics")):
        area, place, day = file.stem.split("-", 2)
        zone = ZoneInfo(f"{area}/{place}")
        calendar, events = events_of(file.read_bytes(), file.name)
        check(len(events) == 1, f"{file.name}: {len(events)} events")
        start = datetime.fromisoformat(f"{day}T18:30").replace(tzinfo=zone)
        occurrences = recurring_ical_events.of(calendar).between(start - timedelta(minutes=1), start + timedelta(minutes=1))
        check(len(occurrences) == 1, f"{file.name}: {len(occurrences)} occurrences at {start}")
        check(all(event["DTSTART"].dt.astimezone(zone) == start for event in occurrences), f"{file.name}: not at {start}")
        found += 1
    for file in sorted(folder.glob("*.atom")):
        check_feed(file.read_bytes(), file.name)
        found += 1
    check(found > 0, f"{folder}: no files; run the tests first")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--site", help="the address of a running site")
    parser.add_argument("--zone", help="the time zone that the site should have; else the one that it says")
    parser.add_argument("--files", type=pathlib.Path, help="the folder that the tests left")
    options = parser.parse_args()
    if not options.site and not options.files:
        parser.error("nothing to check: give --site or --files")
    if options.site:
        check_site(options.site.rstrip("/"), options.zone)
    if options.files:
        check_files(options.files)
    for sentence in problems:
        print(sentence)
    print(f"{checked - len(problems)} of {checked} checks were right.")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
