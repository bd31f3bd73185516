package io.tender.testkit.batch;

import io.tender.testkit.hostile.HonestAnswers;
import io.tender.testkit.hostile.HostileServer;
import io.tender.testkit.hostile.Misbehaviour;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;

/** Extenders, one for each kind of answer, that are there or not, and behave or not. */
interface Unreliable extends AutoCloseable {
    /** What a program is asked that says the same to everybody, and so can misbehave in every way with little effort. */
    enum Kind {
        /** Whether a task fits a node or may be placed there. */
        NODES(
                "onSessionOpen predicate allocateFunc",
                "{\"code\":0,\"errorMessage\":\"\"}",
                "{\"code\":3,\"errorMessage\":\"not here\"}",
                "{\"code\":[],\"errorMessage\":{}}",
                "{\"code\":0,\"code\":1}",
                "{\"code\":NaN}"),
        /** Who is let in, and who has to go. */
        VOTES(
                "jobEnqueueable preemptable reclaimable",
                "{\"status\":0}",
                "{\"status\":1,\"victims\":[{\"uid\":\"nobody\"}]}",
                "{\"status\":{},\"victims\":7}",
                "{\"status\":0,\"status\":-1}",
                "{\"status\":NaN}"),
        /** What is so or not. */
        TRUTHS(
                "jobReady queueOverused",
                "{\"status\":true,\"overused\":false}",
                "{\"status\":false,\"overused\":true}",
                "{\"status\":[],\"overused\":1}",
                "{\"status\":true,\"status\":false,\"overused\":false,\"overused\":true}",
                "{\"status\":NaN,\"overused\":NaN}"),
        /** What depends on which nodes are asked about: leaves all of them out, which is a failure with verdicts. */
        RANKS(
                "prioritize batchPredicate",
                "{\"nodeScore\":{},\"nodes\":{}}",
                "{\"nodeScore\":{\"nowhere\":1},\"nodes\":{\"nowhere\":{\"code\":0}}}",
                "{\"nodeScore\":[],\"nodes\":7}",
                "{\"nodeScore\":{},\"nodeScore\":{\"nowhere\":1},\"nodes\":{}}",
                "{\"nodeScore\":{\"nowhere\":NaN},\"nodes\":NaN}");

        private final String verbs;
        private final String right;
        private final String somebodyElse;
        private final String wrongTypes;
        private final String duplicateKeys;
        private final String notANumber;

        Kind(
                String verbs,
                String right,
                String somebodyElse,
                String wrongTypes,
                String duplicateKeys,
                String notANumber) {
            this.verbs = verbs;
            this.right = right;
            this.somebodyElse = somebodyElse;
            this.wrongTypes = wrongTypes;
            this.duplicateKeys = duplicateKeys;
            this.notANumber = notANumber;
        }

        List<String> verbs() {
            return List.of(verbs.split(" ", -1));
        }

        private HonestAnswers answers() {
            return new HonestAnswers(right, somebodyElse, wrongTypes, duplicateKeys, notANumber);
        }
    }

    boolean isThere();

    /** Where that kind of question is answered. */
    String url(Kind kind);

    /** How long each of its answers is waited for. */
    int timeoutMillis();

    /** Does something else from now on. */
    void change(Random random);

    /** Does what it should from now on. */
    void behave();

    @Override
    void close();

    static Unreliable none() {
        return new Unreliable() {
            @Override
            public boolean isThere() {
                return false;
            }

            @Override
            public String url(Kind kind) {
                throw new IllegalStateException("there is no extender");
            }

            @Override
            public int timeoutMillis() {
                return 1;
            }

            @Override
            public void change(Random random) {}

            @Override
            public void behave() {}

            @Override
            public void close() {}
        };
    }

    /** One that fits every task everywhere and is always there. */
    static Unreliable wellBehaved() {
        // Long enough for a busy machine: an answer that comes too late would be another history.
        return of(30_000, List.of(Misbehaviour.NONE));
    }

    static Unreliable hostile() {
        return of(
                20,
                List.of(
                        Misbehaviour.NONE,
                        Misbehaviour.REFUSE,
                        Misbehaviour.RESET,
                        Misbehaviour.ACCEPT_AND_HANG,
                        Misbehaviour.NEVER_READ,
                        Misbehaviour.HANG_AFTER_HEADERS,
                        Misbehaviour.DRIP_BODY,
                        Misbehaviour.CLOSE_MID_BODY,
                        Misbehaviour.NOT_HTTP,
                        Misbehaviour.ERROR_WITH_BODY,
                        Misbehaviour.ENDLESS_HEADERS,
                        Misbehaviour.DEEP_JSON,
                        Misbehaviour.WRONG_TYPES,
                        Misbehaviour.TRUNCATED_JSON,
                        Misbehaviour.SOMEBODY_ELSE,
                        Misbehaviour.FORGE_NEXT_ANSWER));
    }

    private static Unreliable of(int timeoutMillis, List<Misbehaviour> moods) {
        Map<Kind, HostileServer> servers = new EnumMap<>(Kind.class);
        for (Kind kind : Kind.values()) {
            servers.put(kind, HostileServer.start(Misbehaviour.NONE, kind.answers()));
        }
        return new Unreliable() {
            private int timeout = timeoutMillis;

            @Override
            public boolean isThere() {
                return true;
            }

            @Override
            public String url(Kind kind) {
                return Objects.requireNonNull(servers.get(kind)).addressUrl();
            }

            @Override
            public int timeoutMillis() {
                return timeout;
            }

            @Override
            public void change(Random random) {
                servers.values().forEach(server -> server.behave(moods.get(random.nextInt(moods.size()))));
            }

            @Override
            public void behave() {
                servers.values().forEach(server -> server.behave(Misbehaviour.NONE));
                // Who behaves must not fail because the machine that tests is busy.
                timeout = 30_000;
            }

            @Override
            public void close() {
                servers.values().forEach(HostileServer::close);
            }
        };
    }
}
