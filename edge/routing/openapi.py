"""OpenAPI 3.1 of one base, made from the table of routes."""

from typing import Any

import msgspec

from edge.limits import CACHE_AGES
from edge.routing.route import Base, Route
from edge.schemas.base import Entity, Nothing

REFERENCE = "#/components/schemas/{name}"


class Error(Entity):
    """The body of every answer with a status from 400 on."""

    message: str
    code: str
    details: dict[str, Any]
    request_id: str
    expired_token: bool | None = None


class Pagination(Entity):
    """Where the next page of a main list begins."""

    next_cursor: str | None
    limit: int


def document(base: Base, routes: list[Route], version: str) -> dict[str, Any]:
    """Return the OpenAPI document of `base`."""
    chosen = [item for item in routes if item.base is base and item.is_in_document]
    kinds: list[Any] = [Error, Pagination]
    for item in chosen:
        kinds += [item.query, item.body or Nothing]
        kinds += [item.returns] if item.returns is not None else []
    shapes, components = msgspec.json.schema_components(kinds, ref_template=REFERENCE)
    references = iter(shapes[2:])
    paths: dict[str, dict[str, Any]] = {}
    for item in chosen:
        query, body = next(references), next(references)
        answer = next(references) if item.returns is not None else None
        operation = _operation(item, components[query["$ref"].rsplit("/", 1)[1]], body, answer)
        paths.setdefault(item.path, {})[item.method.lower()] = operation
    queries = {item.query.__name__ for item in chosen} | {Nothing.__name__}
    bodies = {item.body.__name__ for item in chosen if item.body is not None}
    kept = {name: shape for name, shape in components.items() if name not in queries - bodies}
    return {
        "openapi": "3.1.0",
        "info": {
            "title": f"Acre {base.name.lower()} API",
            "version": version,
            "description": "Amounts are raw integers in strings; see x-decimals.",
        },
        "servers": [{"url": str(base)}],
        "paths": paths,
        "components": {
            "schemas": kept,
            "securitySchemes": {"bearer": {"type": "http", "scheme": "bearer"}},
        },
    }


def _operation(
    item: Route, query: dict[str, Any], body: dict[str, Any], answer: dict[str, Any] | None
) -> dict[str, Any]:
    success: dict[str, Any] = {"description": "Success"}
    if answer is not None:
        schema = _enveloped(item, answer)
        success["content"] = {"application/json": {"schema": schema}}
    failure = {
        "description": "Refused or failed",
        "content": {"application/json": {"schema": {"$ref": REFERENCE.format(name="Error")}}},
    }
    operation: dict[str, Any] = {
        "operationId": f"{item.method.lower()}{_camel(item.path)}",
        "summary": item.summary,
        "parameters": [*_path_parameters(item.path), *_query_parameters(query)],
        "responses": {str(item.status): success, "default": failure},
        "x-rate-class": item.rate,
    }
    if item.repeat_status is not None:
        operation["responses"][str(item.repeat_status)] = success
    if item.needs_token:
        operation["security"] = [{"bearer": []}]
    if item.cache is not None:
        operation["x-max-age"] = CACHE_AGES[item.cache]
    if item.body is not None:
        operation["requestBody"] = {
            "required": not item.is_body_optional,
            "content": {"application/json": {"schema": body}},
        }
    return operation


def _enveloped(item: Route, answer: dict[str, Any]) -> dict[str, Any]:
    if item.rows is not None:
        return _object({item.rows: answer, "nextCursor": {"type": ["string", "null"]}})
    if item.base is Base.EXPRESS or item.is_bare:
        return answer
    if item.is_page:
        pagination = {"$ref": REFERENCE.format(name="Pagination")}
        return _object({"info": answer, "pagination": pagination})
    return _object({"info": answer})


def _object(properties: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(properties)}


def _path_parameters(path: str) -> list[dict[str, Any]]:
    names = [part[1:-1] for part in path.split("/") if part.startswith("{")]
    return [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
        for name in names
    ]


def _query_parameters(shape: dict[str, Any]) -> list[dict[str, Any]]:
    required = set(shape.get("required", ()))
    parameters = []
    for name, schema in shape.get("properties", {}).items():
        parameter = {"name": name, "in": "query", "schema": schema, "required": name in required}
        kinds = (schema, *schema.get("anyOf", ()))
        if any(kind.get("type") == "array" for kind in kinds):
            parameter |= {"style": "form", "explode": False}
        parameters.append(parameter)
    return parameters


def _camel(path: str) -> str:
    words = path.replace("{", "by-").replace("}", "").replace("/", "-").split("-")
    return "".join(word[:1].upper() + word[1:] for word in words if word)
