"""What every part of a config has in common."""

from pydantic import BaseModel, ConfigDict


class Model(BaseModel):
    """A part of a config: frozen, and strict about keys and types."""

    # Deferred: a part is built into its config, and on its own only when it is asked on its own.
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, allow_inf_nan=False, defer_build=True)
