package io.tender.core.batch.plugin;

import io.tender.model.batch.ResourceList;
import io.tender.spi.batch.Answer;
import java.util.List;

/**
 * What is kept for queues that were guaranteed something. That none of the others can take it is the business of their own limits;
 * that they do not take it together is known here.
 */
final class Reserve {
    static final Reserve NONE = new Reserve(List.of(), ResourceList.empty());

    private final List<QueueAccount> accounts;
    private final ResourceList shared;

    private Reserve(List<QueueAccount> accounts, ResourceList shared) {
        this.accounts = accounts;
        this.shared = shared;
    }

    /** @param shared what there is for all of these queues */
    static Reserve among(List<QueueAccount> accounts, ResourceList shared) {
        boolean any =
                accounts.stream().anyMatch(account -> !account.queue.guarantee().isEmpty());
        return any ? new Reserve(List.copyOf(accounts), shared) : NONE;
    }

    /** Whether each of the others can still have all it was guaranteed once the queue has this too. */
    Answer allows(QueueAccount account, ResourceList request) {
        return allows(account, request, false);
    }

    /** The same once others have lost as much: where that is not enough, nobody is evicted in vain. */
    Answer allowsInstead(QueueAccount account, ResourceList request) {
        return allows(account, request, true);
    }

    private Answer allows(QueueAccount account, ResourceList request, boolean instead) {
        for (int i = 0; i < request.size() && !accounts.isEmpty(); i++) {
            String name = request.name(i);
            long own = account.allocated.millis(name) + request.millis(i);
            if (request.millis(i) <= 0 || own <= account.queue.guarantee().millis(name)) {
                continue;
            }
            long held = 0;
            long owed = 0;
            for (QueueAccount other : accounts) {
                if (other != account) {
                    long has = other.allocated.millis(name);
                    long lacks = other.queue.guarantee().millis(name) - has;
                    held = ResourceList.sum(held, has);
                    owed = ResourceList.sum(owed, Math.max(0, lacks));
                }
            }
            long lost = instead ? Math.min(held, request.millis(i)) : 0;
            long left = shared.millis(name) - (held - lost) - owed;
            if (owed > 0 && own > left) {
                return Answer.no("queue '" + account.queue.name() + "' would use what others were guaranteed: " + name
                        + " " + ResourceList.print(name, own) + " of "
                        + ResourceList.print(name, Math.max(0, left)));
            }
        }
        return Answer.ofYes();
    }
}
