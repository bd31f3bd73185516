package io.tender.model.batch;

/** A port a task opens on its node's own address; an empty address stands for all. */
public record HostPort(String protocol, String address, int port) {

    /** Whether both cannot be open on one node. */
    public boolean conflictsWith(HostPort other) {
        boolean sameAddress = address.equals(other.address) || isWildcard(address) || isWildcard(other.address);
        return port == other.port && protocol.equals(other.protocol) && sameAddress;
    }

    private static boolean isWildcard(String address) {
        return address.isEmpty() || address.equals("0.0.0.0");
    }
}
