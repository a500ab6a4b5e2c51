"""`gate golden lint`: what is odd about a golden set."""

from __future__ import annotations

from pathlib import Path

import click

from gate.cli.options import listing_option, print_json, refuse_nan, task_option


@click.command()
@click.argument("subject", metavar="SET", type=click.Path(path_type=Path))
@click.option(
    "--corpus",
    metavar="PATH",
    type=click.Path(path_type=Path),
    help="The documents, a file or a folder: unknown ids and copied questions are then found as well.",
)
@click.option(
    "--similarity",
    type=click.FloatRange(0, 1, min_open=True),
    callback=refuse_nan,
    default=0.8,
    help="Share of character trigrams in common from which two questions are nearly the same. [default: 0.8]",
)
@click.option("--strict", is_flag=True, help="End with 2 if anything is found.")
@task_option
@listing_option
def lint(
    subject: Path, corpus: Path | None, similarity: float, strict: bool, task: str | None, form: str
) -> None:
    """Say what is odd about SET, a golden set or a config that names one, though it can be read.

    Looks for questions that are asked twice or nearly so, items without a judged or relevant document,
    judged documents that the corpus lacks, questions copied from documents, rare classes and slices too
    small to gate. Ends with 0, or with 2 under --strict; a malformed file ends with 2 anyhow.

    \b
    Examples:
      gate golden lint configs/search.yaml
      gate golden lint golden.jsonl --corpus corpus.jsonl --strict
    """
    from dataclasses import asdict

    from gate.cli.rows import print_rows
    from gate.curation import corpus as corpora
    from gate.curation.lint import lint as findings_of
    from gate.curation.subject import subject as subject_of
    from gate.digits import counted
    from gate.reporters.escaping import SENTENCE, line

    about = subject_of(subject, task)
    golden = about.read()
    documents = None if corpus is None else corpora.load(corpus)
    found = findings_of(about, golden, corpus=documents, similarity=similarity)
    if form == "json":
        findings = [asdict(finding) for finding in found]
        print_json({"golden_set": golden.source, "items": len(golden), "findings": findings})
    else:
        print_rows(f"{each.where}: {line(each.text, SENTENCE)} [{each.code}]" for each in found)
        told = counted(len(found), "finding") if found else "nothing odd"
        print_rows([f"{golden.source}: {counted(len(golden), 'item')}, {told}"])
    if strict and found:
        raise click.exceptions.Exit(2)
