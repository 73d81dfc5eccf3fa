"""Generated from edge/routing/openapi.py by edge/generate; described in edge/client/calls.py."""
