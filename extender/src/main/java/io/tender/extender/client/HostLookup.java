package io.tender.extender.client;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;

/** Finds the addresses of a host. May take its time: it is called on a thread of its own. */
@FunctionalInterface
public interface HostLookup {
    HostLookup SYSTEM = host -> List.of(InetAddress.getAllByName(host));

    List<InetAddress> addresses(String host) throws UnknownHostException;
}
