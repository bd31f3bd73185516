package io.tender.toolkit.check;

import io.tender.extender.client.Endpoint;
import io.tender.extender.client.TlsSettings;
import io.tender.extender.client.Verb;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What is to be checked, and how far a check may go.
 *
 * @param verbs those that are served, each with its path below the address; none: it is found out by asking
 * @param allowChanges whether verbs that may change something at the service are asked without being named
 * @param mode how kube's nodes are presented
 * @param managedResources what the service manages: tasks of the checks ask for all of it
 * @param timeout of one call
 * @param deadline of all checks together
 */
public record CheckPlan(
        URI address,
        Dialect dialect,
        Map<Verb, String> verbs,
        boolean allowChanges,
        NodeMode mode,
        List<String> managedResources,
        Duration timeout,
        Duration deadline,
        TlsSettings tls,
        Optional<Path> tokenFile) {

    private static final Pattern PATH = Pattern.compile("[!\"$-/0->@-~]{0,1000}");

    public CheckPlan {
        verbs = Map.copyOf(verbs);
        managedResources = List.copyOf(managedResources);
        for (Verb verb : verbs.keySet()) {
            if (!dialect.verbs().contains(verb)) {
                throw new IllegalArgumentException(
                        "The dialect " + dialect.label() + " has no verb '" + verb + "'; it has " + dialect.verbs());
            }
        }
        verbs.forEach((verb, path) -> {
            if (!PATH.matcher(path).matches()) {
                throw new IllegalArgumentException("The path of '" + verb + "' cannot be used: got '" + path
                        + "', expected printable ASCII without blanks, '?' and '#'");
            }
        });
        if (timeout.compareTo(Duration.ofMillis(1)) < 0 || deadline.compareTo(timeout) < 0) {
            throw new IllegalArgumentException("The times make no sense: got a timeout of " + timeout
                    + " and a deadline of " + deadline + ", expected 1 ms or more, and a deadline no shorter");
        }
    }

    /** @throws IllegalArgumentException if the address is none of http or https, or has credentials in it */
    public static Builder of(String address, Dialect dialect) {
        Endpoint.parse(address);
        return new Builder(URI.create(address.strip()), dialect);
    }

    /** A plan while it is being made; what is not chosen is as usual. */
    public static final class Builder {
        private final URI address;
        private final Dialect dialect;
        private final Map<Verb, String> verbs = new LinkedHashMap<>();
        private boolean allowChanges;
        private NodeMode mode = NodeMode.BOTH;
        private List<String> managedResources = List.of();
        private Duration timeout = Duration.ofSeconds(5);
        private Duration deadline = Duration.ofMinutes(2);
        private TlsSettings tls = TlsSettings.USUAL;
        private Optional<Path> tokenFile = Optional.empty();

        private Builder(URI address, Dialect dialect) {
            this.address = address;
            this.dialect = dialect;
        }

        /** The verb is served where it usually is. */
        public Builder verb(Verb verb) {
            return verb(verb, dialect.asksAtAddress() ? "" : verb.value());
        }

        /** The verb is served, at this path. */
        public Builder verb(Verb verb, String path) {
            verbs.put(verb, path);
            return this;
        }

        public Builder allowChanges(boolean value) {
            allowChanges = value;
            return this;
        }

        public Builder mode(NodeMode value) {
            mode = value;
            return this;
        }

        public Builder managedResources(List<String> value) {
            managedResources = List.copyOf(value);
            return this;
        }

        public Builder timeout(Duration value) {
            timeout = value;
            return this;
        }

        public Builder deadline(Duration value) {
            deadline = value;
            return this;
        }

        public Builder tls(TlsSettings value) {
            tls = value;
            return this;
        }

        public Builder tokenFile(Path value) {
            tokenFile = Optional.of(value);
            return this;
        }

        /** @throws IllegalArgumentException if parts of it do not go together */
        public CheckPlan build() {
            return new CheckPlan(
                    address, dialect, verbs, allowChanges, mode, managedResources, timeout, deadline, tls, tokenFile);
        }
    }
}
