#!/bin/bash
# probe.sh: ends with 0 if the service of this container is ready. A process of Node for each probe would use more of the
# processor than the services do at rest, and the image has no curl.
exec 3<>"/dev/tcp/127.0.0.1/$PORT" || exit 1
printf 'GET /readyz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n' >&3
read -r _ status _ <&3
test "$status" = 200
