"""The base of every answer and request body: camel case on the wire."""

import msgspec


class Entity(msgspec.Struct, kw_only=True, rename="camel"):
    """Something the service answers with."""


class Request(msgspec.Struct, kw_only=True, rename="camel"):
    """Something the service is asked with: a query or a body; unknown keys are ignored."""


class Nothing(Request):
    """A query or a body without fields."""
