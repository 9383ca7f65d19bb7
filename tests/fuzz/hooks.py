"""What Schemathesis cannot know: ids that exist, and who may call what."""

import json
import os
import pathlib
import random

import schemathesis

ROLE = os.environ["FUZZ_ROLE"]
IDS = json.loads(os.environ["FUZZ_IDS"])
# Columns of tests/api/access.txt after operation, method and path.
COLUMN = {"guest": 0, "member": 2, "admin": 7}[ROLE]
ACCESS = {}
for line in (pathlib.Path(__file__).parent.parent / "api" / "access.txt").read_text().splitlines():
    if line and not line.startswith("#"):
        operation, _, _, *statuses = line.split()
        ACCESS[operation] = int(statuses[COLUMN])
# What is wrong with a request before anybody asks who sent it.
BEFORE = {400, 404, 405, 406, 408, 411, 413, 414, 415, 417, 429, 431}
CHANCE = random.Random(1)


def noun(path):
    """What the first parameter of a path names: /admin/events/{id}/team is about events."""
    parts = [part for part in path.split("/") if part]
    place = next((place for place, part in enumerate(parts) if part.startswith("{")), 0)
    return parts[place - 1] if place else ""


@schemathesis.hook
def map_path_parameters(context, path_parameters):
    """Every second request is about something that exists."""
    known = IDS.get(noun(context.operation.path))
    if path_parameters and known and CHANCE.random() < 0.5:
        first = next(part for part in context.operation.path.split("/") if part.startswith("{")).strip("{}")
        path_parameters = {**path_parameters, first: CHANCE.choice(known)}
        if "userId" in path_parameters:
            path_parameters["userId"] = CHANCE.choice(IDS["users"])
    return path_parameters


@schemathesis.hook
def filter_case(context, case):
    """A longer head is refused before it reaches the site: tests/api/edge.rs."""
    return len(str(case.query or "")) + len(str(case.path_parameters or "")) < 1500


@schemathesis.check
def access(context, response, case):
    """Whoever is refused with an empty body is refused with any. Some requests leave the bearer out."""
    label = case.operation.definition.raw.get("operationId")
    wanted = ACCESS.get(label)
    if wanted in (401, 403) and response.status_code not in {wanted, 401} | BEFORE:
        raise AssertionError(f"{label} as {ROLE}: {response.status_code}, and {wanted} in tests/api/access.txt")
