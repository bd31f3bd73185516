package io.tender.daemon.journal;

import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.Map;

/** What a test needs of the machine. Where CI runs as root it could have it, so that there a skipped test is a broken promise. */
public final class Surroundings {
    private Surroundings() {}

    /** @param advice what is missing and how to get it */
    public static void need(boolean there, String advice) {
        need(there, advice, System.getenv(), System.getProperty("user.name"));
    }

    static void need(boolean there, String advice, Map<String, String> environment, String user) {
        if (!there && environment.getOrDefault("CI", "").equals("true") && user.equals("root")) {
            fail(advice + ". With CI=true and as root it has to be there, lest its test be skipped unseen");
        }
        assumeTrue(there, advice);
    }
}
