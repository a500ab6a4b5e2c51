"""A stand-in for GitLab's REST interface that remembers.

GitLab publishes no description of it that could be had as a package, so requests and responses are checked
against the schemas below, written after its documentation of notes, merge requests and users.
"""

import re

import jsonschema

from tests.forges.loopback import Loopback, Reply

TOKEN, JOB_TOKEN = "project-token", "job-token"
ACCOUNT = "project_1_bot"
LONGEST = 1_000_000

USER = {
    "type": "object",
    "required": ["id", "username"],
    "properties": {"id": {"type": "integer"}, "username": {"type": "string"}},
}
NOTE = {
    "type": "object",
    "required": ["id", "body", "author", "system", "created_at"],
    "properties": {
        "id": {"type": "integer"},
        "body": {"type": "string"},
        "author": USER,
        "system": {"type": "boolean"},
        "created_at": {"type": "string"},
    },
}
MERGE_REQUEST = {
    "type": "object",
    "required": ["iid", "title", "description", "sha", "state", "source_branch", "target_branch", "web_url"],
    "properties": {
        "iid": {"type": "integer"},
        "description": {"type": ["string", "null"]},
        "sha": {"type": ["string", "null"]},
        "state": {"enum": ["opened", "closed", "locked", "merged"]},
    },
}
NEW_NOTE = {
    "type": "object",
    "required": ["body"],
    "properties": {"body": {"type": "string", "minLength": 1}},
    "additionalProperties": False,
}
NEW_REQUEST = {
    "type": "object",
    "required": ["source_branch", "target_branch", "title"],
    "additionalProperties": False,
    "properties": {
        key: {"type": "string"} for key in ("source_branch", "target_branch", "title", "description")
    },
}
CHANGE = {
    "type": "object",
    "minProperties": 1,
    "additionalProperties": False,
    "properties": {"title": {"type": "string"}, "description": {"type": "string"}},
}


def many(schema):
    """Return the schema of a list."""
    return {"type": "array", "items": schema}


TOP = r"/projects/(?:\d+|[\w.-]+%2F[\w.-]+)"
CALLS = [
    ("GET", "/user", None, USER),
    ("GET", TOP, None, {"type": "object", "required": ["default_branch"]}),
    ("GET", rf"{TOP}/merge_requests/\d+", None, MERGE_REQUEST),
    ("PUT", rf"{TOP}/merge_requests/\d+", CHANGE, MERGE_REQUEST),
    ("GET", rf"{TOP}/merge_requests", None, many(MERGE_REQUEST)),
    ("POST", rf"{TOP}/merge_requests", NEW_REQUEST, MERGE_REQUEST),
    ("GET", rf"{TOP}/merge_requests/\d+/notes", None, many(NOTE)),
    ("POST", rf"{TOP}/merge_requests/\d+/notes", NEW_NOTE, NOTE),
    ("PUT", rf"{TOP}/merge_requests/\d+/notes/\d+", NEW_NOTE, NOTE),
    ("DELETE", rf"{TOP}/merge_requests/\d+/notes/\d+", None, None),
]


class GitLab(Loopback):
    """One project with merge requests and notes."""

    prefix = "/api/v4"

    def __init__(self):
        self.requests = {}
        self.notes = []
        super().__init__()

    def open_request(self, number, sha, branch="topic", **more):
        """Add a merge request."""
        self.requests[number] = {
            "iid": number,
            "title": "Work",
            "description": None,
            "sha": sha,
            "state": "opened",
            "source_branch": branch,
            "target_branch": "main",
            "source_project_id": 1,
            "target_project_id": 1,
            "web_url": f"https://forge.example/acme/search/-/merge_requests/{number}",
            **more,
        }

    def add_note(self, author, body, *, system=False):
        """Add a note, whoever wrote it."""
        self.notes.append(
            {
                "id": 500 + len(self.log) + len(self.notes),
                "body": body,
                "author": {"id": 1, "username": author},
                "system": system,
                "created_at": "2026-12-01T12:00:00Z",
            }
        )

    def check(self, asked, reply):
        for method, path, sent, answered in CALLS:
            if method == asked.method and re.fullmatch(path, asked.path):
                return [
                    *_wrong(asked.body, sent),
                    *(_wrong(reply.value, answered) if reply.status < 300 else []),
                ]
        return [f"no such call: {asked.method} {asked.path}"]

    def reply(self, asked):
        token = asked.headers.get("private-token")
        if token == JOB_TOKEN or token is None:
            return Reply(401, {"message": "401 Unauthorized"})
        match asked.method, asked.path.split("/")[1:]:
            case "GET", ["user"]:
                return Reply(200, {"id": 1, "username": ACCOUNT})
            case "GET", ["projects", _]:
                return Reply(200, {"default_branch": "main"})
            case "GET", ["projects", _, "merge_requests"]:
                wanted = asked.query["source_branch"]
                opened = [
                    r
                    for r in self.requests.values()
                    if r["source_branch"] == wanted and r["state"] == "opened"
                ]
                return self.page(asked, opened)
            case "POST", ["projects", _, "merge_requests"]:
                number = max([0, *self.requests]) + 1
                self.open_request(number, None, asked.body["source_branch"], **asked.body)
                return Reply(201, self.requests[number])
            case method, ["projects", _, "merge_requests", number, *rest] if int(number) in self.requests:
                return self._on(method, self.requests[int(number)], rest, asked)
        return Reply(404, {"message": "404 Not found"})

    def _on(self, method, request, rest, asked):
        match method, rest:
            case "GET", []:
                return Reply(200, request)
            case "PUT", []:
                request |= asked.body
                return Reply(200, request)
            case "GET", ["notes"]:
                return self.page(asked, self.notes)
            case "POST", ["notes"]:
                if len(asked.body["body"]) > LONGEST:
                    return Reply(400, {"message": "Note is too long"})
                self.add_note(ACCOUNT, asked.body["body"])
                return Reply(201, self.notes[-1])
            case method, ["notes", number]:
                note = next((n for n in self.notes if n["id"] == int(number)), None)
                if note is None:
                    return Reply(404, {"message": "404 Not found"})
                if method == "DELETE":
                    self.notes.remove(note)
                    return Reply(204)
                note |= asked.body
                return Reply(200, note)
        return Reply(404, {"message": "404 Not found"})


def _wrong(value, schema):
    if schema is None:
        return [] if value is None else [f"unexpected body: {value!r:.80}"]
    return [error.message for error in jsonschema.Draft202012Validator(schema).iter_errors(value)]
