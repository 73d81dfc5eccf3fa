"""Generated from sdk/python/acre_sdk/ccxt/adapter.py by edge/generate; do not edit."""
