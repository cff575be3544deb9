"""How one operation of the API is described in OpenAPI: its body, its answers, and what may be answered to anything."""

from __future__ import annotations

from typing import Any

Json = dict[str, Any]


def operation_of(
    summary: str,
    body: Json | None = None,
    answer: Json | None = None,
    status: int = 200,
    *,
    parameters: list[Json] | None = None,
    security: list[Json] | None = None,
    others: Json | None = None,
) -> Json:
    """One way to ask something, with the schemas of its body and of its answer; `others` are answers besides, by their
    status."""
    operation: Json = {
        "summary": summary,
        "responses": {
            str(status): answer_of("Done", answer if answer is not None else {"type": "object"}),
            **(others or {}),
            **refusals(),
        },
    }
    if body is not None:
        operation["requestBody"] = {"required": True, "content": {"application/json": {"schema": body}}}
    if parameters:
        operation["parameters"] = parameters
    if security:
        operation["security"] = security
    return operation


def refusals() -> Json:
    """What may be answered to anything."""
    refusal: Json = {"$ref": "#/components/schemas/Error"}
    later = {"description": "in how many seconds; not of a table that is being stopped", "schema": {"type": "string"}}
    full = answer_of("Too many ask at once, or the table is being stopped", refusal)
    return {
        "4XX": answer_of("Refused, with one sentence that says why", refusal),
        "503": {**full, "headers": {"Retry-After": later}},
    }


def answer_of(description: str, schema: Json) -> Json:
    """An answer in JSON of that schema."""
    return {"description": description, "content": {"application/json": {"schema": schema}}}


def object_of(**properties: Json) -> Json:
    """The schema of an object that has all of these."""
    return {"type": "object", "properties": properties, "required": list(properties)}
