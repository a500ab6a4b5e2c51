"""`gate schema`: the JSON Schema of configs."""

from __future__ import annotations

import click


@click.command()
@click.option("--monitor", is_flag=True, help="The schema of the configs of `gate monitor`.")
def schema(*, monitor: bool) -> None:
    """Print the JSON Schema of configs, for completion in editors.

    \b
    Example:
      gate schema > gate.schema.json
    and as the first line of a config:
      # yaml-language-server: $schema=../gate.schema.json
    """
    import json

    from gate import config

    found = config.monitor_schema() if monitor else config.schema()
    click.echo(json.dumps(found, indent=2, ensure_ascii=False))
