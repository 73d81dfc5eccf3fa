"""Generated from edge/http/openapi/document.py by edge/generate; described in edge/client/calls.py."""
