package io.tender.extender.server;

import java.util.function.Function;

/** The codec of each dialect. One remembers what it has read, so a server keeps it for as long as it runs. */
public final class Codecs {
    private Codecs() {}

    /** Where only names are sent, agents are known by their names alone. */
    public static Codec of(Dialect dialect) {
        return switch (dialect) {
            case KUBE -> new KubeCodec();
            case VOLCANO, AURORA, TENDER -> of(dialect, Agent::named);
        };
    }

    /** @param lookup finds an agent of which only the name was sent */
    public static Codec of(Dialect dialect, Function<String, Agent> lookup) {
        return switch (dialect) {
            case VOLCANO -> BatchCodec.volcano();
            case KUBE -> new KubeCodec(lookup);
            case AURORA -> new AuroraCodec();
            case TENDER -> BatchCodec.tender();
        };
    }
}
