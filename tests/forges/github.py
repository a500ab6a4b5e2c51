"""A stand-in for GitHub's REST interface that remembers, checked against GitHub's own description of it."""

import copy
import json
import re
from functools import cache
from pathlib import Path

from openapi_core import OpenAPI
from openapi_core.exceptions import OpenAPIError
from openapi_core.testing import MockRequest, MockResponse

from tests.forges.loopback import Loopback, Reply

DESCRIPTION = Path(__file__).with_name("github.openapi.json")
SERVER = "https://forge.example"
UNDESCRIBED = {401, 403, 404, 429, 500, 502, 503}
"""What GitHub may answer to any call, although its description leaves some of it out."""

WRITER, READER, PERSON, APP, NOBODY = "writer-token", "reader-token", "person-token", "app-token", ""
ACCOUNTS = {
    WRITER: "github-actions[bot]",
    READER: "github-actions[bot]",
    PERSON: "ada",
    APP: "our-app[bot]",
}
LONGEST = 65_536


@cache
def described():
    """Return GitHub's description, the examples in it, and the statuses of each call."""
    whole = json.loads(DESCRIPTION.read_text("utf-8"))
    whole["servers"] = [{"url": SERVER}]
    examples = {name: each["value"] for name, each in whole["components"]["examples"].items()}
    known = {
        (method.upper(), re.compile(re.sub(r"\{\w+\}", "[^/]+", path))): set(call["responses"])
        for path, calls in whole["paths"].items()
        for method, call in calls.items()
    }
    return OpenAPI.from_dict(whole), examples, known


def example(name):
    """Return a copy of one of the description's examples."""
    return copy.deepcopy(described()[1][name])


class GitHub(Loopback):
    """One repository with pull requests and comments.

    Attributes:
        pulls: ``{number: {"sha", "branch", "repository", "title", "body", "base", "state"}}``.
        comments: Each ``{"id", "issue", "author", "body"}``, in the order they were made.
    """

    def __init__(self, project="acme/search", *, prefix=""):
        self.prefix = prefix
        self.project = project
        self.pulls = {}
        self.comments = []
        self.may_propose = True
        super().__init__()

    def open_pull(self, number, sha, branch="topic", repository=None, **more):
        """Add a pull request."""
        known = {"title": "Work", "body": "", "base": "main", "state": "open", **more}
        self.pulls[number] = {"sha": sha, "branch": branch, "repository": repository or self.project, **known}

    def add_comment(self, issue, author, body):
        """Add a comment, whoever wrote it; return its number."""
        number = 1000 + len(self.comments) + sum(1 for _ in self.log)
        number = max([number, *(each["id"] + 1 for each in self.comments)])
        self.comments.append({"id": number, "issue": issue, "author": author, "body": body})
        return number

    def bodies(self, issue):
        """Return the bodies of an issue's comments."""
        return [each["body"] for each in self.comments if each["issue"] == issue]

    def check(self, asked, reply):
        api, _, known = described()
        args = dict(asked.query)
        request = MockRequest(SERVER, asked.method, asked.path, args=args, data=asked.raw or None)
        headers = {k: v for k, v in reply.headers.items() if k.lower() != "date"}
        response = MockResponse(reply.content(), reply.status, headers)
        found = []
        if not asked.headers.get("user-agent"):
            found.append("no User-Agent")
        try:
            api.validate_request(request)
            statuses = [
                found
                for (method, path), found in known.items()
                if method == asked.method and path.fullmatch(asked.path)
            ]
            if reply.status not in UNDESCRIBED or any(str(reply.status) in found for found in statuses):
                api.validate_response(request, response)
        except OpenAPIError as error:
            found.append(f"{asked.method} {asked.path} → {reply.status}: {error} {error.__cause__ or ''}")
        return found

    def reply(self, asked):
        token = asked.headers.get("authorization", "").removeprefix("Bearer ")
        if token not in ACCOUNTS:
            return _says(401, "Bad credentials")
        if asked.method != "GET" and token == READER:
            return _says(403, "Resource not accessible by integration")
        if asked.path == "/user":
            if token != PERSON:
                return _says(403, "Resource not accessible by integration")
            person = example("private-user-response-with-public-profile-information")
            return Reply(200, {**person, "login": ACCOUNTS[token], "user_view_type": "public"})
        return self._below(asked, ACCOUNTS[token]) or _says(404, "Not Found")

    def _below(self, asked, account):
        top = f"/repos/{self.project}"
        match asked.method, asked.path.removeprefix(top):
            case "GET", "":
                found = example("full-repository-default-response")
                found |= {"full_name": self.project, "default_branch": "main"}
                for each in (found, found["source"]):
                    each["language"] = None  # which GitHub's example lacks, and its schema asks for
                return Reply(200, found)
            case "GET", "/pulls":
                return self._list_pulls(asked)
            case "POST", "/pulls":
                return self._propose(asked)
            case method, path if found := re.fullmatch(r"/pulls/(\d+)", path):
                return self._one_pull(method, int(found[1]), asked)
            case method, path if found := re.fullmatch(r"/issues/(\d+)/comments", path):
                return self._on_issue(method, int(found[1]), asked, account)
            case method, path if found := re.fullmatch(r"/issues/comments/(\d+)", path):
                return self._one_comment(method, int(found[1]), asked)
        return None

    def _on_issue(self, method, issue, asked, account):
        if issue not in self.pulls:
            return None
        if method == "GET":
            return self.page(asked, [self._comment(c) for c in self.comments if c["issue"] == issue])
        if len(asked.body["body"]) > LONGEST:
            return _invalid("body is too long (maximum is 65536 characters)")
        number = self.add_comment(issue, account, asked.body["body"])
        made = self._comment(next(c for c in self.comments if c["id"] == number))
        return Reply(201, made, {"Location": made["url"]})

    def _one_comment(self, method, number, asked):
        found = next((c for c in self.comments if c["id"] == number), None)
        if found is None:
            return None
        if method == "DELETE":
            self.comments.remove(found)
            return Reply(204)
        if len(asked.body["body"]) > LONGEST:
            return _invalid("body is too long (maximum is 65536 characters)")
        found["body"] = asked.body["body"]
        return Reply(200, self._comment(found))

    def _comment(self, comment):
        made = example("issue-comment")
        made["user"]["login"] = comment["author"]
        if comment["author"].endswith("[bot]"):
            made["user"]["type"] = "Bot"
        return {**made, "id": comment["id"], "body": comment["body"]}

    def _list_pulls(self, asked):
        shown = []
        for number, pull in self.pulls.items():
            owner = pull["repository"].partition("/")[0]
            is_meant = asked.query.get("head", f"{owner}:{pull['branch']}") == f"{owner}:{pull['branch']}"
            if is_meant and pull["state"] == asked.query.get("state", "open"):
                shown.append(self._pull(number, example("pull-request-simple-items")[0]))
        return self.page(asked, shown)

    def _one_pull(self, method, number, asked):
        if number not in self.pulls:
            return None
        if method == "PATCH":
            if len(asked.body.get("body", "")) > LONGEST:
                return _invalid("body is too long (maximum is 65536 characters)")
            self.pulls[number] |= {k: v for k, v in asked.body.items() if k in {"title", "body", "state"}}
        return Reply(200, self._pull(number, example("pull-request")))

    def _propose(self, asked):
        if not self.may_propose:
            return _says(403, "GitHub Actions is not permitted to create or approve pull requests.")
        branch = asked.body["head"]
        ours = [p for p in self.pulls.values() if p["repository"] == self.project and p["state"] == "open"]
        if any(p["branch"] == branch for p in ours):
            return _invalid(f"A pull request already exists for acme:{branch}.")
        number = max([0, *self.pulls]) + 1
        more = {k: asked.body[k] for k in ("title", "body", "base")}
        self.open_pull(number, "0" * 40, branch, **more)
        made = self._pull(number, example("pull-request"))
        return Reply(201, made, {"Location": made["url"]})

    def _pull(self, number, made):
        pull = self.pulls[number]
        made |= {"number": number, "title": pull["title"], "body": pull["body"], "state": pull["state"]}
        made["requested_teams"] = []  # those of GitHub's example lack a field that its schema asks for
        made["html_url"] = f"{SERVER}/{self.project}/pull/{number}"
        made["head"] |= {"ref": pull["branch"], "sha": pull["sha"]}
        made["head"]["repo"]["full_name"] = pull["repository"]
        made["base"] |= {"ref": pull["base"]}
        made["base"]["repo"]["full_name"] = self.project
        return made


def _says(status, message):
    return Reply(status, {"message": message, "documentation_url": "https://docs.forge.example/rest"})


def _invalid(message):
    value = {"message": "Validation Failed", "documentation_url": "https://docs.forge.example/rest"}
    errors = [{"resource": "IssueComment", "code": "custom", "field": "body", "message": message}]
    return Reply(422, {**value, "errors": errors})
