"""`gate schema`: the JSON Schema of configs."""

from __future__ import annotations

import click


@click.command()
def schema() -> None:
    """Print the JSON Schema of configs, for completion in editors.

    \b
    Example:
      gate schema > gate.schema.json
    and as the first line of a config:
      # yaml-language-server: $schema=../gate.schema.json
    """
    import json

    from gate import config

    click.echo(json.dumps(config.schema(), indent=2, ensure_ascii=False))
