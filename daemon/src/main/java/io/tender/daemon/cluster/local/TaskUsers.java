package io.tender.daemon.cluster.local;

import io.tender.daemon.cluster.local.LocalSettings.Users;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileOwnerAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.nio.file.attribute.UserPrincipalNotFoundException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** As whom tasks run. */
final class TaskUsers {
    private final Users policy;
    private final String daemon;

    private TaskUsers(Users policy, String daemon) {
        this.policy = policy;
        this.daemon = daemon;
    }

    /** @throws IOException if tasks are to run as others, and the daemon may not let them */
    static TaskUsers of(Users policy) throws IOException {
        if (policy == Users.SWITCH && !canSwitch()) {
            throw new IOException(
                    "Tasks cannot run as other users than the daemon's.\n  got:      users: switch, as user '"
                            + daemonName()
                            + "'\n  expected: a daemon that runs as root, and setpriv of util-linux"
                            + "\n  to do:    run the daemon as root, or set users to refuse or daemon");
        }
        return new TaskUsers(policy, daemonName());
    }

    private static String daemonName() {
        return System.getProperty("user.name", "");
    }

    private static boolean canSwitch() throws IOException {
        if (!Integer.valueOf(0).equals(Files.getAttribute(Path.of("/proc/self"), "unix:uid"))) {
            return false;
        }
        Process trial = new ProcessBuilder("setpriv", "--reuid=0", "--regid=0", "--clear-groups", "true")
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            return trial.waitFor(10, TimeUnit.SECONDS) && trial.exitValue() == 0;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            trial.destroyForcibly();
        }
    }

    /** Whether others than the daemon's user must be able to reach what is theirs. */
    boolean mayBeOthers() {
        return policy == Users.SWITCH;
    }

    private boolean isDaemons(String user) {
        return user.isEmpty() || user.equals(daemon) || policy == Users.DAEMON;
    }

    /** What keeps a task of that user from being run; empty if nothing does. */
    Optional<String> complaint(String user) {
        if (isDaemons(user)) {
            return Optional.empty();
        }
        if (policy == Users.REFUSE) {
            return Optional.of("It is to run as user '" + user + "', and tasks run as '" + daemon
                    + "' here; expected that one or none: leave it out, or see the setting agents.local.users");
        }
        try {
            principal(user);
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of("It is to run as user '" + user + "', whom this machine does not know");
        }
    }

    private static UserPrincipal principal(String user) throws IOException {
        if (user.startsWith("-")) {
            throw new UserPrincipalNotFoundException(user);
        }
        return Path.of("/").getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName(user);
    }

    /** The words before a command that make it another user's; none if it is the daemon's. */
    Optional<String> prefix(String user) {
        return isDaemons(user)
                ? Optional.empty()
                : Optional.of("setpriv --reuid=" + RunScript.quoted(user) + " --regid=\"$(id -g "
                        + RunScript.quoted(user) + ")\" --init-groups --");
    }

    /** Makes a sandbox and its volumes the user's, if that is another than the daemon's. */
    void own(String user, Path sandbox, List<Path> volumes) throws IOException {
        if (isDaemons(user)) {
            return;
        }
        UserPrincipal owner = principal(user);
        reach(sandbox, 3);
        try (Stream<Path> all = Files.walk(sandbox)) {
            for (Path path : (Iterable<Path>) all::iterator) {
                give(path, owner);
            }
        }
        for (Path volume : volumes) {
            reach(volume, 2);
            give(volume, owner);
        }
    }

    private static void give(Path path, UserPrincipal owner) throws IOException {
        Files.getFileAttributeView(path, FileOwnerAttributeView.class, LinkOption.NOFOLLOW_LINKS)
                .setOwner(owner);
    }

    /** Lets others pass through so many folders above this one, without seeing what is there. */
    private static void reach(Path folder, int levels) throws IOException {
        Path above = folder.getParent();
        for (int level = 0; level < levels && above != null; level++) {
            Files.setPosixFilePermissions(above, PosixFilePermissions.fromString("rwx--x--x"));
            above = above.getParent();
        }
    }
}
