#!/bin/sh
# The standby of compose.yaml: a copy of the primary on the first start, then whatever it is by now.
set -eu
primary="host=postgres-1 user=$POSTGRES_USER password=$POSTGRES_PASSWORD application_name=standby"
if [ ! -s "$PGDATA/PG_VERSION" ]; then
    until pg_basebackup -D "$PGDATA" -d "$primary" -R -X stream; do sleep 1; done
fi
# Its copy has the primary's list of standbys: once promoted, it must not wait for one of its own.
exec postgres -c synchronous_standby_names= -c max_connections=200 -c wal_keep_size=1GB -c primary_conninfo="$primary"
