package io.tender.mesos;

import java.util.Locale;
import java.util.Optional;

/** A machine, by its name or its address or both; names of machines have no case. */
public record MachineId(Optional<String> hostname, Optional<String> ip) {
    public MachineId {
        hostname = hostname.map(name -> name.toLowerCase(Locale.ROOT));
        if (hostname.filter(name -> !name.isEmpty()).isEmpty()
                && ip.filter(address -> !address.isEmpty()).isEmpty()) {
            throw new IllegalArgumentException(
                    "Got a machine without a name and without an address, expected hostname, ip or both");
        }
    }

    public static MachineId named(String hostname) {
        return new MachineId(Optional.of(hostname), Optional.empty());
    }
}
