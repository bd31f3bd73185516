package io.tender.model.service;

import io.tender.model.AgentId;
import io.tender.model.Resource;
import io.tender.model.Resources;
import io.tender.model.Unavailability;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An offer with all that is known of its machine.
 *
 * <p>The id makes it what it is: two with the same id are equal, even if the machine's attributes have changed
 * meanwhile. The amounts are added up once, and so is what every attempt asks of the attributes, so that comparing offers
 * costs a few numbers that lie together.
 */
public final class HostOffer {
    private final OfferId id;
    private final AgentId agent;
    private final String hostname;
    private final Resources resources;
    private final HostAttributes attributes;
    private final MaintenanceMode mode;
    private final Optional<Unavailability> unavailability;
    private final ResourceBundle firm;
    private final ResourceBundle revocable;
    private final boolean dedicated;

    public HostOffer(
            OfferId id,
            AgentId agent,
            String hostname,
            Resources resources,
            HostAttributes attributes,
            MaintenanceMode mode,
            Optional<Unavailability> unavailability) {
        this(
                id,
                agent,
                hostname,
                resources,
                attributes,
                mode,
                unavailability,
                ResourceBundle.of(firmPart(resources)),
                ResourceBundle.of(usable(resources.revocable())));
    }

    private HostOffer(
            OfferId id,
            AgentId agent,
            String hostname,
            Resources resources,
            HostAttributes attributes,
            MaintenanceMode mode,
            Optional<Unavailability> unavailability,
            ResourceBundle firm,
            ResourceBundle revocable) {
        this.id = id;
        this.agent = agent;
        this.hostname = hostname;
        this.resources = resources;
        this.attributes = attributes;
        this.mode = mode;
        this.unavailability = unavailability;
        this.firm = firm;
        this.revocable = revocable;
        this.dedicated = attributes.has(HostAttributes.DEDICATED);
    }

    /** An offer of a machine that has a name and nothing else to say. */
    public static HostOffer of(OfferId id, AgentId agent, String hostname, Resources resources) {
        return new HostOffer(
                id, agent, hostname, resources, HostAttributes.of(hostname), MaintenanceMode.NONE, Optional.empty());
    }

    private static Resources firmPart(Resources resources) {
        return usable(resources.nonRevocable());
    }

    /** Volumes and disks of a certain source keep somebody's data; a task that asks for MB does not mean them. */
    private static Resources usable(Resources resources) {
        return resources.isPlainOnly() ? resources : resources.filter(HostOffer::isUsable);
    }

    /** Whether a task that only names amounts may be given it. */
    public static boolean isUsable(Resource resource) {
        return !resource.isShared() && resource.disk().isEmpty();
    }

    public OfferId id() {
        return id;
    }

    public AgentId agent() {
        return agent;
    }

    public String hostname() {
        return hostname;
    }

    public Resources resources() {
        return resources;
    }

    public HostAttributes attributes() {
        return attributes;
    }

    /** Whether its machine takes only tasks that ask for it. */
    public boolean isDedicated() {
        return dedicated;
    }

    public MaintenanceMode mode() {
        return mode;
    }

    public Optional<Unavailability> unavailability() {
        return unavailability;
    }

    /** What cannot be taken back, volumes and shared resources left out. */
    public ResourceBundle firm() {
        return firm;
    }

    /** What can be taken back at any time. */
    public ResourceBundle revocable() {
        return revocable;
    }

    public HostOffer withAttributes(HostAttributes changed) {
        return new HostOffer(id, agent, hostname, resources, changed, mode, unavailability, firm, revocable);
    }

    public HostOffer withMode(MaintenanceMode changed) {
        return changed == mode
                ? this
                : new HostOffer(id, agent, hostname, resources, attributes, changed, unavailability, firm, revocable);
    }

    public HostOffer withUnavailability(Optional<Unavailability> changed) {
        return new HostOffer(id, agent, hostname, resources, attributes, mode, changed, firm, revocable);
    }

    @Override
    public boolean equals(@Nullable Object object) {
        return this == object || (object instanceof HostOffer other && id.equals(other.id));
    }

    @Override
    public int hashCode() {
        return id.hashCode();
    }

    @Override
    public String toString() {
        return id + " on " + hostname + " (" + resources + ")";
    }
}
