"""The tables agree with themselves; the compiled ones are generated from them."""

from engine.schema.parameters import EXCHANGE_PARAMETERS, MARKET_PARAMETERS


def test_defaults_stand_within_their_ranges():
    for parameter in (*EXCHANGE_PARAMETERS, *MARKET_PARAMETERS):
        assert parameter.low <= parameter.high
        if parameter.default is not None:
            assert parameter.low <= parameter.default <= parameter.high
