package io.tender.cli.demo.simulated;

import io.tender.model.AgentId;
import io.tender.model.AgentInfo;
import io.tender.model.Attribute;
import io.tender.model.Resources;
import io.tender.model.service.HostAttributes;
import io.tender.spi.Chance;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The simulated machines: three sizes, in a mix that the seed decides. */
record Machines(List<Machine> all) {

    private static final List<String> SIZES =
            List.of("cpus:4;mem:8192", "cpus:8;mem:16384", "cpus:16;mem:32768", "cpus:8;mem:16384");

    private static final String DISK = ";disk:65536";

    private static final int MACHINES_PER_RACK = 8;

    record Machine(AgentInfo info, Resources total, String rack) {
        AgentId id() {
            return info.id();
        }

        /** What it says of itself to those who ask. */
        HostAttributes attributes() {
            return HostAttributes.of(info.hostname(), List.of(Attribute.text("rack", rack)));
        }
    }

    /** @param disks whether they have any: only services ask for some */
    static Machines of(int count, Chance chance, boolean disks) {
        List<Machine> machines = new ArrayList<>();
        for (int i = 1; i <= count; i++) {
            String name = String.format(Locale.ROOT, "agent-%0" + digits(count) + "d", i);
            long draw = chance.draw(Chance.key(Chance.key("size"), i));
            String size = SIZES.get((int) Math.floorMod(draw, (long) SIZES.size()));
            machines.add(new Machine(
                    new AgentInfo(new AgentId(name), name + ".demo", List.of(), Optional.empty()),
                    Resources.parse(disks ? size + DISK : size),
                    "rack-" + (1 + (i - 1) / MACHINES_PER_RACK)));
        }
        return new Machines(List.copyOf(machines));
    }

    private static int digits(int count) {
        return Math.max(2, Integer.toString(count).length());
    }

    /** One of them, as the draw has it. */
    Machine any(long draw) {
        return all.get((int) Math.floorMod(draw, (long) all.size()));
    }

    int cpus() {
        return (int) (all.stream()
                        .mapToLong(machine -> machine.total().quantities().millis("cpus"))
                        .sum()
                / 1000);
    }
}
