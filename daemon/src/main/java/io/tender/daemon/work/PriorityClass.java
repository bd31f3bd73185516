package io.tender.daemon.work;

import java.util.regex.Pattern;

/**
 * A priority with a name, as in Kubernetes.
 *
 * @param globalDefault whether it is the priority of those who name none
 * @param preempts whether others may have to go for those of this class
 */
public record PriorityClass(String name, int value, boolean globalDefault, boolean preempts) {
    /** What Kubernetes lets users give; what is above belongs to the system. */
    public static final int MOST = 1_000_000_000;

    public static final String PREEMPTS = "PreemptLowerPriority";
    public static final String NEVER = "Never";

    private static final Pattern NAME = Pattern.compile("(?!system-)[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?");

    public static boolean isName(String name) {
        return NAME.matcher(name).matches();
    }
}
