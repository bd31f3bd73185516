package io.tender.testkit.batch;

import io.tender.testkit.hostile.HonestAnswers;
import io.tender.testkit.hostile.HostileServer;
import io.tender.testkit.hostile.Misbehaviour;
import java.util.List;
import java.util.Random;

/** An extender that is there or not, and behaves or not. */
interface Unreliable extends AutoCloseable {
    /** Its address; empty if there is none. */
    String url();

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
            public String url() {
                return "";
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
        HostileServer server = HostileServer.start(Misbehaviour.NONE, answers());
        // Long enough for a busy machine: an answer that comes too late would be another history.
        return of(server, 30_000, List.of(Misbehaviour.NONE));
    }

    static Unreliable hostile() {
        HostileServer server = HostileServer.start(Misbehaviour.NONE, answers());
        return of(
                server,
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

    private static HonestAnswers answers() {
        return new HonestAnswers(
                "{\"code\":0,\"errorMessage\":\"\"}",
                "{\"code\":3,\"errorMessage\":\"not here\"}",
                "{\"code\":[],\"errorMessage\":{}}",
                "{\"code\":0,\"code\":1}",
                "{\"code\":NaN}");
    }

    private static Unreliable of(HostileServer server, int timeoutMillis, List<Misbehaviour> moods) {
        return new Unreliable() {
            private int timeout = timeoutMillis;

            @Override
            public String url() {
                return server.addressUrl();
            }

            @Override
            public int timeoutMillis() {
                return timeout;
            }

            @Override
            public void change(Random random) {
                server.behave(moods.get(random.nextInt(moods.size())));
            }

            @Override
            public void behave() {
                server.behave(Misbehaviour.NONE);
                // Who behaves must not fail because the machine that tests is busy.
                timeout = 30_000;
            }

            @Override
            public void close() {
                server.close();
            }
        };
    }
}
