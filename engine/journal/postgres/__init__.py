from engine.journal.postgres.journal import DatabaseJournal
from engine.journal.postgres.lease import Lease, LeaseLostError
from engine.journal.postgres.records import DatabaseRecords

__all__ = ["DatabaseJournal", "DatabaseRecords", "Lease", "LeaseLostError"]
