// Generated from edge/http/openapi/document.py by edge/generate; do not edit.
export type * from "@acre/sdk/generated/api";
