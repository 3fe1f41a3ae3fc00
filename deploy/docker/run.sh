#!/bin/sh
# run.sh <arguments of node>: Node as a child of a container's first process. As the first process itself it would ignore
# SIGTERM while its modules load, which takes seconds on a busy machine, and the container would be killed.
trap 'told=1; kill -TERM "$child" 2>/dev/null' TERM INT HUP
node "$@" &
child=$!
test -z "$told" || kill -TERM "$child"

# A signal ends `wait` before the child has ended.
while kill -0 "$child" 2>/dev/null; do
  wait "$child"
  code=$?
done

# A process that gets SIGTERM before it handles signals ends with 128 + 15; it had begun nothing.
test "$told$code" = 1143 && exit 0
exit "$code"
