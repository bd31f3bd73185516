package io.tender.toolkit.record;

import java.net.InetSocketAddress;

/**
 * @param listen where schedulers come in
 * @param extender what it is called in the recording
 * @param bodyBytes of each body that is kept
 * @param connections at once; further ones wait to be accepted
 * @param waitingBytes that may wait to be read beside the traffic
 */
public record ProxySettings(
        InetSocketAddress listen, String extender, int bodyBytes, int connections, long waitingBytes) {
    /** All bodies of messages under way together. */
    static final long MOST_HELD = 256L << 20;

    public ProxySettings {
        if (bodyBytes < 0 || connections < 1 || waitingBytes < 0) {
            throw new IllegalArgumentException("The settings of the proxy cannot be used: got bodyBytes " + bodyBytes
                    + ", connections " + connections + ", waitingBytes " + waitingBytes
                    + ", expected at least 0, 1 and 0");
        }
    }

    /** Bodies up to 16 MiB, 512 connections. */
    public static ProxySettings on(InetSocketAddress listen) {
        return new ProxySettings(listen, "recorded", 16 << 20, 512, 64L << 20);
    }
}
