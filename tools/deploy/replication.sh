#!/bin/sh
# Runs once in a new primary: lets the standby of compose.yaml in. Commits wait for it from its first connection on.
set -eu
echo "host replication acre 172.28.0.0/24 scram-sha-256" >>"$PGDATA/pg_hba.conf"
