package io.tender.daemon.journal;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Instant;

/** Who holds a store, as the next one who wants it is told. */
record Owner(long pid, String host, Instant since) {

    static Owner current() {
        ProcessHandle process = ProcessHandle.current();
        Instant since = process.info().startInstant().orElseGet(Instant::now);
        return new Owner(process.pid(), hostName(), since);
    }

    private static String hostName() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException nameless) {
            return "an unnamed host (" + nameless.getMessage() + ")";
        }
    }

    String text() {
        return "process " + pid + " on " + host + ", started " + since;
    }
}
