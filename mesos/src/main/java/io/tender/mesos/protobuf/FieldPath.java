package io.tender.mesos.protobuf;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;

/** Where in a message the work is, such as {@code Call.accept.operations[2].type}. */
final class FieldPath {
    private final MessageType root;
    private final Deque<Object> steps = new ArrayDeque<>();

    FieldPath(MessageType root) {
        this.root = root;
    }

    void push(ProtoField field) {
        steps.push(field);
    }

    void push(int index) {
        steps.push(index);
    }

    void push(String key) {
        steps.push(key);
    }

    void pop() {
        steps.pop();
    }

    @Override
    public String toString() {
        StringBuilder out = new StringBuilder(root.shortName());
        for (Iterator<Object> each = steps.descendingIterator(); each.hasNext(); ) {
            Object step = each.next();
            if (step instanceof ProtoField field) {
                out.append('.').append(field.name());
            } else {
                out.append('[').append(step).append(']');
            }
        }
        return out.toString();
    }
}
