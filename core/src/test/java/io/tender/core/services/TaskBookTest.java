package io.tender.core.services;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.model.AgentId;
import io.tender.model.Attribute;
import io.tender.model.service.HostAttributes;
import io.tender.model.service.InstanceKey;
import io.tender.model.service.TaskId;
import java.util.Collections;
import org.junit.jupiter.api.Test;

class TaskBookTest {
    private static final AgentId AGENT = new AgentId("a");

    private final TaskBook book = new TaskBook();

    private static HostAttributes rack(String rack) {
        return HostAttributes.of("a.example", Attribute.parseAll("rack:" + rack));
    }

    private Task placed(int instance, HostAttributes attributes) {
        Task task = new Task(new TaskId("t" + instance), new InstanceKey(Stage.JOB, instance), Stage.small(), 0, 0);
        book.placed(task, new Task.Place(AGENT, "a.example", attributes, Collections.emptySortedMap()));
        return task;
    }

    @Test
    void an_agent_without_tasks_has_nothing_to_count_anew() {
        assertThat(book.alreadyKnowOf(AGENT, rack("r1"))).isTrue();
    }

    @Test
    void equal_attributes_are_no_news_and_others_are_once() {
        placed(0, rack("r1"));

        assertThat(book.alreadyKnowOf(AGENT, rack("r1"))).isTrue();
        assertThat(book.alreadyKnowOf(AGENT, rack("r2"))).isFalse();
        assertThat(book.alreadyKnowOf(AGENT, rack("r2"))).isTrue();
    }

    @Test
    void tasks_that_were_sent_under_different_attributes_are_looked_at_whatever_comes() {
        placed(0, rack("r1"));
        placed(1, rack("r2"));

        assertThat(book.alreadyKnowOf(AGENT, rack("r2"))).isFalse();
        assertThat(book.alreadyKnowOf(AGENT, rack("r2"))).isTrue();
    }

    @Test
    void an_agent_that_was_left_by_all_begins_anew() {
        Task only = placed(0, rack("r1"));
        book.unplaced(only, AGENT);
        placed(1, rack("r2"));

        assertThat(book.alreadyKnowOf(AGENT, rack("r2"))).isTrue();
    }
}
