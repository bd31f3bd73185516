package io.tender.daemon.cluster.local;

import io.tender.daemon.cluster.Command;
import io.tender.daemon.cluster.TaskOrder;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The shell script that wins the right to start a task and then becomes it.
 *
 * <p>The environment is in the script, which only its owner may read, and not among arguments, which everybody sees.
 */
final class RunScript {
    /** Shells keep these for themselves, so {@code env} sets them. */
    private static final Set<String> OF_THE_SHELL = Set.of(
            "IFS",
            "PPID",
            "UID",
            "EUID",
            "OPTIND",
            "PWD",
            "OLDPWD",
            "LINENO",
            "SHELLOPTS",
            "BASHOPTS",
            "BASH_ENV",
            "_");

    private RunScript() {}

    /**
     * @param before lines to be done first; if one fails, the task does
     * @param prefix words before its command, such as those that make it another user's
     */
    static String of(
            TaskFolder folder,
            TaskOrder order,
            SortedMap<String, String> environment,
            List<String> before,
            Optional<String> prefix) {
        StringBuilder script = new StringBuilder();
        Path claim = folder.path().resolve("claim");
        script.append("launch=$1\nbell=$2\n")
                .append("read -r line < /proc/$$/stat || exit 1\n")
                .append("set -- ${line##*) }\n")
                .append("mine=\"$$ ${20}\"\n")
                .append("read -r line < /proc/$PPID/stat || exit 1\n")
                .append("set -- ${line##*) }\n")
                .append("claim=")
                .append(quoted(claim))
                .append(".$launch\n")
                .append("printf '%s\\n' \"$launch $mine $PPID ${20}\" > \"$claim\" || exit 1\n")
                // link(2) makes the name or fails: of all who try, one wins, and the file is whole from the start.
                .append("ln \"$claim\" ")
                .append(quoted(folder.started()))
                .append(" 2> /dev/null || exit 1\n")
                .append("rm -f \"$claim\"\n")
                .append(": > \"$bell/$launch.started\"\n")
                // What it writes here is read through us, and by no other user who may pass through these folders.
                .append("exec >> ")
                .append(quoted(folder.output("stdout")))
                .append(" 2>> ")
                .append(quoted(folder.output("stderr")))
                .append("\numask 022\n");
        before.forEach(line -> script.append(line).append(" || exit 126\n"));
        script.append("cd ")
                .append(quoted(folder.sandbox().resolve(order.command().workingDirectory())))
                .append(" || exit 126\nunset OLDPWD\n");
        StringBuilder byEnv = new StringBuilder();
        SortedMap<String, String> all = new TreeMap<>(environment);
        // Before any variable of the task, which may be called as ours is; and not to be set by it.
        all.remove(ProcessTable.MARKER);
        script.append("export ").append(ProcessTable.MARKER).append("=\"$launch\"\n");
        all.forEach((name, value) -> {
            if (name.matches("[A-Za-z_][A-Za-z0-9_]*") && !OF_THE_SHELL.contains(name)) {
                script.append("export ")
                        .append(name)
                        .append('=')
                        .append(quoted(value))
                        .append('\n');
            } else {
                byEnv.append(' ').append(quoted(name + "=" + value));
            }
        });
        script.append("exec");
        prefix.ifPresent(words -> script.append(' ').append(words));
        if (!byEnv.isEmpty()) {
            script.append(" /usr/bin/env --").append(byEnv);
        }
        return script.append(' ').append(words(order.command())).append('\n').toString();
    }

    private static String words(Command command) {
        if (command.shell()) {
            return "/bin/sh -c " + quoted(command.words().getFirst());
        }
        return command.words().stream().map(RunScript::quoted).collect(Collectors.joining(" "));
    }

    static String quoted(Object text) {
        return "'" + text.toString().replace("'", "'\\''") + "'";
    }

    /** What every task finds in its environment, apart from what its order says, which wins. */
    static SortedMap<String, String> environment(TaskFolder folder, TaskOrder order, List<Long> ports) {
        SortedMap<String, String> all = new TreeMap<>();
        all.put("PATH", "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin");
        all.put("HOME", folder.sandbox().toString());
        all.put("TENDER_TASK_ID", order.key().task().value());
        all.put("TENDER_FRAMEWORK_ID", order.key().framework().value());
        all.put("MESOS_TASK_ID", order.key().task().value());
        all.put("MESOS_SANDBOX", folder.sandbox().toString());
        for (int i = 0; i < ports.size(); i++) {
            all.put("PORT" + i, ports.get(i).toString());
        }
        for (Map.Entry<String, Integer> port : order.ports().entrySet()) {
            String name = port.getKey().toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9_]", "_");
            all.put("PORT_" + name, port.getValue().toString());
        }
        all.putAll(order.command().environment());
        return all;
    }
}
