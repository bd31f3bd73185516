#!/bin/sh
# supervise.sh FOLDER LAUNCH BELL: runs one task and keeps its exit status, whether or not the agent is there to see it.
#
# FOLDER/run becomes the task, in a session of its own, if it wins FOLDER/started. The status is put in place by a rename,
# so that a reader sees all of it or nothing; then the bell is rung by making a file in BELL.
umask 077
folder=$1
launch=$2
bell=$3

# In the foreground: a shell lets what it puts in the background ignore SIGINT and SIGQUIT, and so would the task.
setsid -w /bin/sh "$folder/run" "$launch" "$bell"
status=$?

read -r winner rest < "$folder/started" || exit 0
[ "$winner" = "$launch" ] || exit 0

# A full disk passes; a folder that is gone does not come back.
until printf '%s\n' "$status" > "$folder/exit.new" && mv -f "$folder/exit.new" "$folder/exit"; do
    [ -d "$folder" ] || exit 0
    sleep 1
done
: > "$bell/$launch.exit"
