package io.tender.extender.volcano;

import io.tender.model.batch.Node;
import io.tender.model.batch.ResourceList;
import io.tender.model.batch.TaskStatus;
import io.tender.spi.batch.NodeView;
import io.tender.spi.batch.TaskView;
import java.util.Arrays;
import java.util.List;

/**
 * An answer that looks ahead, and the node it is about as it was then. It is used for the node as it is now only if nothing
 * but tasks of the class have come to it since, so that what is decided is what asking again would lead to.
 */
final class Forecast {
    static final int ANOTHER_STATE = -1;

    private final NodeAnswer answer;
    private final TaskClass tasks;
    private final Node node;
    private final ResourceList releasing;
    private final ResourceList pipelined;
    /** How many tasks there were. */
    private final int before;
    /** Those that were there, and behind them those of the class that have come: whose class was looked at already. */
    private TaskView[] there;

    private TaskStatus[] statuses;
    private int known;

    /** The state it was last asked about, since a verdict and a score are wanted of each. */
    private long lastVersion;

    private int lastMore;

    Forecast(NodeAnswer answer, TaskClass tasks, NodeView view) {
        this.answer = answer;
        this.tasks = tasks;
        this.node = view.node();
        this.releasing = view.releasing();
        this.pipelined = view.pipelined();
        this.there = view.tasks().toArray(TaskView[]::new);
        this.before = there.length;
        this.known = before;
        this.statuses = new TaskStatus[before];
        for (int i = 0; i < before; i++) {
            statuses[i] = there[i].status();
        }
        this.lastVersion = view.version();
    }

    NodeAnswer answer() {
        return answer;
    }

    /** How many tasks of the class have come since, {@link #ANOTHER_STATE} if it is not a state the answer is about. */
    int more(NodeView now) {
        if (now.version() != lastVersion) {
            lastMore = compared(now);
            lastVersion = now.version();
        }
        return lastMore;
    }

    private int compared(NodeView now) {
        List<? extends TaskView> tasksNow = now.tasks();
        int more = tasksNow.size() - before;
        boolean foreseen = more >= 0
                && more < answer.states()
                && now.node().equals(node)
                && now.releasing().equals(releasing)
                && now.pipelined().equals(pipelined);
        for (int i = 0; foreseen && i < tasksNow.size(); i++) {
            foreseen = isForeseen(i, tasksNow.get(i));
        }
        return foreseen ? more : ANOTHER_STATE;
    }

    @SuppressWarnings("ReferenceEquality") // a task is one object as long as its session lasts
    private boolean isForeseen(int place, TaskView task) {
        if (place < known && task == there[place]) {
            return isSame(task.status(), statuses[place]);
        }
        if (place < before || !task.status().allocated() || !tasks.holds(task)) {
            return false;
        }
        if (place == there.length) {
            int room = Math.min(2 * place + 4, before + answer.states());
            there = Arrays.copyOf(there, room);
            statuses = Arrays.copyOf(statuses, room);
        }
        there[place] = task;
        statuses[place] = task.status();
        known = place + 1;
        return true;
    }

    /** From allocated to bound is no change to a node: it keeps its version, too. */
    private static boolean isSame(TaskStatus one, TaskStatus other) {
        return one == other || (one.allocated() && other.allocated());
    }
}
