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
    private static final long MOST = 256L << 20;

    public ProxySettings {
        if (bodyBytes < 0 || connections < 1 || waitingBytes < 0) {
            throw new IllegalArgumentException("The settings of the proxy cannot be used: got bodyBytes " + bodyBytes
                    + ", connections " + connections + ", waitingBytes " + waitingBytes
                    + ", expected at least 0, 1 and 0");
        }
    }

    /** Bodies up to 16 MiB, 512 connections. */
    public static ProxySettings on(InetSocketAddress listen) {
        return new ProxySettings(listen, "recorded", 16 << 20, 512, ofHeap(4));
    }

    /** Bytes of bodies that may wait for the disk: a burst of some hundred large ones, if there is memory for it. */
    public static long bytesForTheDisk() {
        return ofHeap(4);
    }

    /** All bodies of messages under way together. They may take up twice that. */
    static long bytesUnderWay() {
        return ofHeap(8);
    }

    /** What passed waits to be read, then for the rest of its message, then for the disk; some of the heap must be left. */
    private static long ofHeap(int parts) {
        return Math.min(MOST, Runtime.getRuntime().maxMemory() / parts);
    }
}
