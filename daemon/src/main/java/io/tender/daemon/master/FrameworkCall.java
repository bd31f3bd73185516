package io.tender.daemon.master;

import io.tender.model.AgentId;
import io.tender.model.Filters;
import io.tender.model.ResourceRequest;
import io.tender.model.Role;
import io.tender.model.service.OfferId;
import io.tender.model.service.TaskId;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.UUID;

/** What a subscribed framework asks of the master; each is one call of the Mesos scheduler API. */
public sealed interface FrameworkCall {
    /** Ends the framework and all its tasks. */
    record Teardown() implements FrameworkCall {}

    /** Uses up offers of one agent; what the operations leave is given back and not offered again for a while. */
    record Accept(List<OfferId> offers, List<OfferOperation> operations, Filters filters) implements FrameworkCall {
        public Accept {
            offers = List.copyOf(offers);
            operations = List.copyOf(operations);
        }
    }

    record Decline(List<OfferId> offers, Filters filters) implements FrameworkCall {
        public Decline {
            offers = List.copyOf(offers);
        }
    }

    record AcceptInverseOffers(List<OfferId> offers, Filters filters) implements FrameworkCall {
        public AcceptInverseOffers {
            offers = List.copyOf(offers);
        }
    }

    record DeclineInverseOffers(List<OfferId> offers, Filters filters) implements FrameworkCall {
        public DeclineInverseOffers {
            offers = List.copyOf(offers);
        }
    }

    /** @param roles none named: all it subscribes to */
    record Revive(SortedSet<Role> roles) implements FrameworkCall {
        public Revive {
            roles = Collections.unmodifiableSortedSet(new TreeSet<>(roles));
        }
    }

    /** @param roles none named: all it subscribes to */
    record Suppress(SortedSet<Role> roles) implements FrameworkCall {
        public Suppress {
            roles = Collections.unmodifiableSortedSet(new TreeSet<>(roles));
        }
    }

    /** @param grace instead of the task's own */
    record Kill(TaskId task, Optional<AgentId> agent, Optional<Duration> grace) implements FrameworkCall {}

    /** Ends all tasks of an executor. */
    record Shutdown(String executor, AgentId agent) implements FrameworkCall {}

    /** A status was taken note of: the next one, if any, may come. */
    record Acknowledge(AgentId agent, TaskId task, UUID uuid) implements FrameworkCall {}

    /** @param tasks none named: all of the framework's */
    record Reconcile(List<Asked> tasks) implements FrameworkCall {
        public Reconcile {
            tasks = List.copyOf(tasks);
        }

        /** A task, and where the framework believes it is. */
        public record Asked(TaskId task, Optional<AgentId> agent) {}
    }

    /** Words for an executor. Plain processes have none that listens; some simulated agents answer. */
    record Message(AgentId agent, String executor, String base64) implements FrameworkCall {}

    record Request(List<ResourceRequest> requests) implements FrameworkCall {
        public Request {
            requests = List.copyOf(requests);
        }
    }

    /** Replaces what the framework said of itself. */
    record UpdateFramework(Subscription subscription) implements FrameworkCall {}
}
