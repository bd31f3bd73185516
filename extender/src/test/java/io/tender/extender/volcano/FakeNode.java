package io.tender.extender.volcano;

import io.tender.model.batch.Node;
import io.tender.model.batch.ResourceList;
import io.tender.spi.batch.NodeView;
import io.tender.spi.batch.TaskView;
import java.util.ArrayList;
import java.util.List;

/** A node that the test puts tasks on. */
final class FakeNode implements NodeView {
    private final Node node;
    private final int index;
    private final List<TaskView> tasks = new ArrayList<>();
    private long version = 1;

    FakeNode(Node node, int index) {
        this.node = node;
        this.index = index;
    }

    void add(TaskView task) {
        tasks.add(task);
        version++;
    }

    void remove(TaskView task) {
        tasks.remove(task);
        version++;
    }

    void change() {
        version++;
    }

    @Override
    public Node node() {
        return node;
    }

    @Override
    public int index() {
        return index;
    }

    @Override
    public ResourceList idle() {
        return node.allocatable().minus(used());
    }

    @Override
    public ResourceList used() {
        ResourceList used = ResourceList.empty();
        for (TaskView task : tasks) {
            used = used.plus(task.request());
        }
        return used;
    }

    @Override
    public ResourceList releasing() {
        return ResourceList.empty();
    }

    @Override
    public ResourceList pipelined() {
        return ResourceList.empty();
    }

    @Override
    public ResourceList futureIdle() {
        return idle();
    }

    @Override
    public List<TaskView> tasks() {
        return tasks;
    }

    @Override
    public long version() {
        return version;
    }
}
