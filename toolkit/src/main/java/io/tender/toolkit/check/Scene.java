package io.tender.toolkit.check;

import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * A small made-up situation: one task, and nodes of a world of their own. The same numbers give the same situation, other
 * numbers one that shares no name with it.
 *
 * @param task which task
 * @param world whose nodes
 * @param nodes how many of them
 * @param managed whether the task asks for what the service manages
 * @param reversed whether the nodes are told in the opposite order
 */
record Scene(int task, int world, int nodes, boolean managed, boolean reversed) {
    private static final int USUAL_NODES = 6;
    /** A prime, so that the sizes of nodes differ and do not follow their order. */
    private static final long STRIDE = 7919;

    static Scene of(int number) {
        return new Scene(number, number, USUAL_NODES, true, false);
    }

    Scene withTask(int other) {
        return new Scene(other, world, nodes, managed, reversed);
    }

    Scene withNodes(int number) {
        return new Scene(task, world, number, managed, reversed);
    }

    Scene unmanaged() {
        return new Scene(task, world, nodes, false, reversed);
    }

    Scene inReverse() {
        return new Scene(task, world, nodes, managed, !reversed);
    }

    String taskName() {
        return "check-" + task;
    }

    String taskUid() {
        return uid(task, 0);
    }

    /** In the order in which they are told. */
    List<Integer> order() {
        return IntStream.range(0, nodes)
                .map(i -> reversed ? nodes - 1 - i : i)
                .boxed()
                .toList();
    }

    List<String> nodeNames() {
        return order().stream().map(this::nodeName).toList();
    }

    String nodeName(int node) {
        return "check-" + world + "-node-" + node;
    }

    String rack(int node) {
        return "rack-" + node % 3;
    }

    /** Different for every node of a world. */
    int cpus(int node) {
        return (int) (STRIDE * node % Math.max(1, nodes)) + 4;
    }

    int memoryMb(int node) {
        return cpus(node) * 2048;
    }

    /** A task that runs on a node of this world. */
    String residentName(int node) {
        return "check-" + world + "-resident-" + node;
    }

    String residentUid(int node) {
        return uid(world, node + 1);
    }

    private static String uid(int number, int member) {
        return String.format(
                Locale.ROOT, "00000000-0000-4000-%04d-%012d", 8000 + number % 1000, number * 100_000L + member);
    }
}
