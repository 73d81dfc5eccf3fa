"""Generated from edge/http/openapi/document.py by edge/generate; described in sdk/python/acre_sdk/calls.py."""
