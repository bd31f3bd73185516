package io.tender.core.batch.plugin;

import io.tender.model.batch.Queue;
import io.tender.model.batch.ResourceList;
import io.tender.spi.batch.Answer;
import io.tender.spi.batch.BatchPlugin;
import io.tender.spi.batch.Hooks;
import io.tender.spi.batch.JobView;
import io.tender.spi.batch.QueueView;
import io.tender.spi.batch.SessionView;
import io.tender.spi.batch.TaskView;
import io.tender.spi.batch.Victims;
import io.tender.spi.batch.Vote;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Shares the cluster between queues by weight: what a queue does not want goes to the others. */
final class ProportionPlugin implements BatchPlugin {

    @Override
    public Hooks open(SessionView session) {
        Shares shares = new Shares(session);
        return Hooks.none()
                .queueOrder(shares::compare)
                .reclaimable((evictor, evictees) -> shares.victims(evictees))
                .unifiedEvictable(
                        (eviction, candidates) -> eviction.reclaim() ? shares.victims(candidates) : Victims.abstain())
                .overused(shares::mayGoOn)
                .allocatable(shares::mayAllocate)
                .preemptive(shares::mayReclaim)
                .jobEnqueueable(shares::vote)
                .jobEnqueued(shares::reserve)
                .allocateHandler(task -> {
                    shares.change(task, true);
                    return Answer.ofYes();
                })
                .deallocateHandler(task -> shares.change(task, false))
                .simulateAddTask((task, node) -> shares.change(task, true))
                .simulateRemoveTask((task, node) -> shares.change(task, false));
    }

    private static final class Shares {
        private final Map<String, QueueAccount> accounts = new HashMap<>();
        private final Reserve reserve;

        Shares(SessionView session) {
            List<QueueAccount> all = new ArrayList<>();
            Holding guarantees = new Holding();
            for (QueueView view : session.queues()) {
                QueueAccount account = new QueueAccount(view.queue());
                all.add(account);
                accounts.put(view.name(), account);
                guarantees.add(view.queue().guarantee());
            }
            for (JobView job : session.jobs()) {
                QueueAccount account = accounts.get(job.queue().name());
                if (account != null) {
                    account.count(job);
                }
            }
            ResourceList free = session.total().minus(guarantees.toList());
            for (QueueAccount account : all) {
                account.realCapability =
                        QueueAccount.capped(free.plus(account.queue.guarantee()).positive(), account.queue);
            }
            reserve = Reserve.among(all, session.total());
            WaterFilling.share(session.total(), all);
            for (QueueAccount account : all) {
                account.updateShare();
            }
        }

        private QueueAccount of(QueueView view) {
            QueueAccount known = accounts.get(view.name());
            if (known != null) {
                return known;
            }
            QueueAccount account = new QueueAccount(view.queue());
            accounts.put(view.name(), account);
            return account;
        }

        void change(TaskView task, boolean added) {
            QueueAccount account = of(task.job().queue());
            account.change(task, added);
            account.updateShare();
        }

        int compare(QueueView left, QueueView right) {
            int byPriority =
                    Integer.compare(right.queue().priority(), left.queue().priority());
            return byPriority != 0 ? byPriority : Double.compare(of(left).share, of(right).share);
        }

        /** Overused only when nothing of the share is left: a queue that lacks memory may still use its cores. */
        Answer mayGoOn(QueueView view) {
            QueueAccount account = of(view);
            ResourceList deserved = account.deserved;
            for (int i = 0; i < deserved.size(); i++) {
                if (account.allocated.millis(deserved.name(i)) < deserved.millis(i)) {
                    return Answer.ofYes();
                }
            }
            return Answer.no(
                    "queue '" + view.name() + "' has all it deserves: " + account.allocated + " of " + deserved);
        }

        Answer mayAllocate(QueueView view, TaskView task) {
            QueueAccount account = of(view);
            if (!account.queue.isOpen()) {
                return account.closed();
            }
            return account.allocated.leavesRoomFor(task.request(), account.deserved)
                    ? reserve.allows(account, task.request())
                    : Answer.no("queue '" + view.name() + "' would exceed what it deserves: "
                            + account.allocated.excess(task.request(), account.deserved));
        }

        Answer mayReclaim(QueueView view, List<TaskView> tasks) {
            QueueAccount account = of(view);
            if (!account.queue.isOpen()) {
                return account.closed();
            }
            Holding wanted = new Holding();
            for (TaskView task : tasks) {
                wanted.add(task.request());
            }
            ResourceList request = wanted.toList();
            return account.allocated.leavesRoomFor(request, account.deserved)
                    ? reserve.allowsInstead(account, request)
                    : Answer.no("queue '" + view.name() + "' would reclaim beyond what it deserves: "
                            + account.allocated.excess(request, account.deserved));
        }

        /** As long as a queue is above its share in something the victim uses and keeps its guarantee, it may lose it. */
        Victims victims(List<TaskView> evictees) {
            Map<String, Holding> left = new HashMap<>();
            Map<String, Holding> firm = new HashMap<>();
            List<TaskView> victims = new ArrayList<>();
            for (TaskView evictee : evictees) {
                QueueAccount account = of(evictee.job().queue());
                Holding held = left.computeIfAbsent(account.queue.name(), unused -> Holding.copyOf(account.allocated));
                Holding kept = firm.computeIfAbsent(account.queue.name(), unused -> Holding.copyOf(account.firm));
                if (QueueAccount.isAbove(held, account.deserved, evictee.request())
                        && account.keepsGuaranteeWithout(kept, evictee.request())) {
                    kept.subtract(evictee.request());
                    held.subtract(evictee.request());
                    victims.add(evictee);
                }
            }
            return victims.isEmpty() ? Victims.none("no queue there has more than it deserves") : Victims.of(victims);
        }

        Vote vote(JobView job) {
            QueueAccount account = of(job.queue());
            if (!account.queue.isOpen()) {
                return Vote.reject(account.closed().reason());
            }
            ResourceList wanted = job.job().minResources().orElse(ResourceList.empty());
            return account.admits(wanted) ? Vote.permit() : Vote.reject(account.refusal(wanted));
        }

        void reserve(JobView job) {
            of(job.queue()).inqueue.add(job.job().minResources().orElse(ResourceList.empty()));
        }
    }

    /** Deserved shares: what is left is dealt out by weight, cut to what a queue can use, until nothing moves. */
    static final class WaterFilling {
        /** Each round satisfies a queue or deals everything out, but rounding may ask for one more. */
        private static final int MOST_ROUNDS = 10_000;

        private WaterFilling() {}

        static void share(ResourceList total, List<QueueAccount> queues) {
            List<QueueAccount> thirsty = new ArrayList<>(queues);
            ResourceList remaining = total;
            for (int round = 0; round < MOST_ROUNDS && !thirsty.isEmpty(); round++) {
                long weights = thirsty.stream()
                        .mapToLong(account -> account.queue.weight())
                        .sum();
                ResourceList before = remaining;
                ResourceList dealt = ResourceList.empty();
                for (QueueAccount account : List.copyOf(thirsty)) {
                    ResourceList old = account.deserved;
                    Queue queue = account.queue;
                    ResourceList request = account.request.toList();
                    account.deserved = old.plus(part(remaining.positive(), queue.weight(), weights))
                            .min(account.realCapability)
                            .min(request)
                            .positive()
                            .max(queue.guarantee());
                    if (account.deserved.covers(request) || account.deserved.equals(old)) {
                        thirsty.remove(account);
                    }
                    dealt = dealt.plus(account.deserved.minus(old));
                }
                remaining = remaining.minus(dealt);
                if (remaining.positive().isEmpty() || remaining.equals(before)) {
                    return;
                }
            }
        }

        /** Exact: the whole parts and the rest are multiplied apart, so nothing overflows or is rounded twice. */
        private static ResourceList part(ResourceList all, long weight, long weights) {
            Holding part = new Holding();
            for (int i = 0; i < all.size(); i++) {
                long amount = all.millis(i);
                long share = amount / weights * weight + amount % weights * weight / weights;
                part.add(ResourceList.of(all.name(i), share));
            }
            return part.toList();
        }
    }
}
