"""The oracle as the settings describe it."""

import stat
from pathlib import Path
from typing import Final

from chain.catalogue.facts import Catalogue
from chain.oracle.csv_source import CsvSource
from chain.oracle.hermes import HermesSource
from chain.oracle.options import OracleOptions
from chain.oracle.poster import OraclePoster
from chain.oracle.quorum import QuorumRule
from chain.oracle.replay_source import ReplaySource
from chain.oracle.source import OracleError, PriceSource
from engine.sequencer import Sequencer

KEY_CHARACTERS_MAX: Final = 512


def build_oracle(
    options: OracleOptions, catalogue: Catalogue, sequencer: Sequencer
) -> OraclePoster:
    """Return the oracle; raise OracleError if the key cannot be used."""

    def build(name: str) -> PriceSource:
        if name == HermesSource.name:
            key = None if options.hermes_key_file is None else read_key(options.hermes_key_file)
            return HermesSource(options.hermes_url, key, sequencer.clock.now_s)
        if name == CsvSource.name:
            assert options.prints is not None
            return CsvSource(options.prints)
        assert name == ReplaySource.name
        return ReplaySource(catalogue)

    sources = [build(name) for name in options.sources]
    rule = QuorumRule(len(sources), options.quorum, options.tolerance_bp)
    return OraclePoster(sequencer, sources, rule)


def read_key(path: Path) -> str:
    """Read a bearer key: one line of a file that only its owner may read; raise OracleError."""
    try:
        mode = path.stat().st_mode
        if not stat.S_ISREG(mode) or mode & (stat.S_IRWXG | stat.S_IRWXO):
            raise OracleError(
                f"The key file {path} can be read by others; give it the mode 0600 (chmod 600)."
            )
        key = path.read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is no plain text"
        raise OracleError(f"The key file {path} cannot be read: {reason}.") from None
    if not (0 < len(key) <= KEY_CHARACTERS_MAX and key.isprintable() and " " not in key):
        raise OracleError(f"The key file {path} holds no key of one line.")
    return key
