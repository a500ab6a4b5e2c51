"""Systems in a config that cannot be asked, and what is said about them."""

import pytest

from gate.config.system import LIVE
from tests.wrong_configs import BASE, refusal, told

BODY = "body: {q: '{{query}}'}"


@pytest.mark.parametrize(
    ("system", "sentence"),
    [
        ("{function: app.search}", "system.function: 'app.search' is not MODULE:NAME: write app:search"),
        (
            "{command: [x], http: {url: 'http://h/', BODY}}",
            "system.http: 'command' says already where the answers come from: keep one of them",
        ),
        (
            "{run: x, repeats: 3}",
            f"system.repeats: it means nothing for 'run', only for {', '.join(LIVE)}: drop it",
        ),
        (
            "{command: x, batch: 4}",
            "system.batch: it means nothing for 'command', only for function, plugin: drop it",
        ),
        (
            "{timeout: 3}",
            f"system.timeout: there is no system to ask: name one of run, predictions, {', '.join(LIVE)}",
        ),
        (
            "{command: x, cache: write}",
            "system.cache: kept answers need `identity`: what tells two versions of the system apart",
        ),
        ("{command: x, cache: on}", "system.cache: 'on' is not one of off, read, write, refresh"),
        (
            "{http: {url: 'ftp://h', BODY}}",
            "system.http.url: 'ftp://h' is no address: begin with https:// or http://, or with ${NAME}",
        ),
        (
            "{http: {url: 'http://h', body: {q: '{{qury}}'}}}",
            "system.http.body: {{qury}} stands for nothing, did you mean {{query}}?",
        ),
        (
            "{http: {url: 'http://h/${TOKEN', BODY}}",
            "system.http.url: a variable of the environment is spelt ${NAME}, and 'http://h/${TOKEN' is not",
        ),
        (
            "{http: {url: 'http://h', body: {q: x}}}",
            "system.http: nothing says what is asked: put {{query}} into the body or the url",
        ),
        (
            "{http: {url: 'http://h/{{query}}', method: GET, BODY}}",
            "system.http: GET carries no body: put {{query}} into the url, or write method: POST",
        ),
        (
            "{http: {url: 'http://h', BODY, hits: $.hits.hits}}",
            "system.http.hits: '$.hits.hits' is no JSON Pointer: write '/hits/hits'",
        ),
        (
            "{http: {url: 'http://h', BODY, score: /score}}",
            "system.http: 'score' says where a result's score is: say as `id` where its id is, too",
        ),
        (
            "{http: {url: 'http://h', BODY, predicted: /class}}",
            "system.http: 'predicted' means nothing for retrieval, only for classification: drop it",
        ),
    ],
)
def test_a_live_system_is_well_formed_before_it_is_asked(system, sentence):
    """Keys that contradict each other, paths, addresses, pointers and placeholders are checked on reading."""
    assert told(system=system.replace("BODY", BODY)) == [sentence]


@pytest.mark.parametrize(
    "url",
    [
        "http://user:hunter22@h/",
        "https://hunter22@h",
        "ftp://user:hunter22@h",
        "http://user:hunter22@h/${TOKEN",
        "http://user:hunter22@h/{{qury}}",
        "${SCHEME}://user:hunter22@h",
        "http://user:hunter22@h, not a url",
    ],
)
def test_a_password_in_an_address_is_refused_and_not_printed(url):
    """Neither the sentence nor the line of the config that is shown below it holds the password."""
    keys = {**BASE, "system": f"{{http: {{url: '{url}', {BODY}}}}}"}
    (problem,) = refusal("\n".join(f"{key}: {value}" for key, value in keys.items())).problems
    assert "send them as a header from the environment" in problem.what
    assert "****@h" in problem.excerpt
    assert "hunter22" not in str(problem)


@pytest.mark.parametrize("task", ["classification", "multiclass", "multilabel"])
def test_an_endpoint_that_classifies_says_where_its_answer_is(task):
    """Whatever the number of classes, it has no results."""
    system = f"{{http: {{url: 'http://h', {BODY}, hits: /hits}}}}"
    assert [what for what in told(task=task, system=system) if what.startswith("system.http")] == [
        f"system.http: 'hits' means nothing for {task}, only for retrieval: drop it",
        "system.http: where is the answer? Point to it: `score`, `predicted` or `probabilities`",
    ]
