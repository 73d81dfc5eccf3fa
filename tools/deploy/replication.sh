#!/bin/sh
# Runs once in a new primary: lets the standby of compose.yaml in. From the next start on, commits wait for it; the
# setting comes last, because what the image itself does here would wait as well.
set -eu
echo "host replication acre 172.28.0.0/24 scram-sha-256" >>"$PGDATA/pg_hba.conf"
psql -v ON_ERROR_STOP=1 -U "$POSTGRES_USER" -d "$POSTGRES_DB" -c "ALTER SYSTEM SET synchronous_standby_names = 'standby'"
