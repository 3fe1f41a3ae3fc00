#!/bin/sh
# await-file.sh <file> <command…>: runs the command when the file is there; ends with 1 if it is not there in two minutes.
file=$1
shift
# As the first process of a container, the shell ignores signals without a trap. The command has its own.
trap 'exit 0' TERM INT

tries=0
until test -s "$file"; do
  tries=$((tries + 1))
  if test "$tries" -gt $((${AWAIT_SECONDS:-120} * 5)); then
    echo "There is no $file. Look at: docker compose logs secrets" >&2
    exit 1
  fi
  test "$tries" = 5 && echo "Waiting for $file, which the container of secrets writes" >&2
  sleep 0.2
done
exec "$@"
