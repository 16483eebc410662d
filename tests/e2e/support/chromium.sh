#!/bin/sh
# The browser of a test gives way to its server and to the test itself: on a busy machine a page that is drawn late is
# waited for, while a server that answers late puts calls off. As root it would take a higher priority for itself.
if [ "$(id -u)" = 0 ] && command -v setpriv >/dev/null; then
  exec nice -n 5 setpriv --inh-caps -sys_nice --bounding-set -sys_nice "$HOLDFAST_CHROMIUM" "$@"
fi
exec nice -n 5 "$HOLDFAST_CHROMIUM" "$@"
