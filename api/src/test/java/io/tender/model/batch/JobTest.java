package io.tender.model.batch;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.model.service.TaskId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JobTest {
    private static Job.Builder job(String... requests) {
        List<Task> tasks = new ArrayList<>();
        for (String request : requests) {
            String[] parts = request.split(":", 2);
            TaskTemplate template =
                    TaskTemplate.builder(parts[0], ResourceList.parse(parts[1])).build();
            String name = "t" + tasks.size();
            tasks.add(new Task(new TaskId(name), name, tasks.size(), template, Instant.EPOCH));
        }
        return Job.builder(new JobId("default", "a")).tasks(tasks);
    }

    @Test
    void a_job_reserves_what_it_says() {
        assertThat(job("w:cpu=1")
                        .minResources(ResourceList.parse("cpu=7"))
                        .build()
                        .reserved())
                .isEqualTo(ResourceList.parse("cpu=7"));
    }

    @Test
    void a_job_that_does_not_say_reserves_what_all_of_its_gang_ask_for() {
        assertThat(job("ps:cpu=2", "w:cpu=500m memory=1Gi", "w:cpu=500m memory=1Gi")
                        .build()
                        .reserved())
                .isEqualTo(ResourceList.parse("cpu=3 memory=2Gi pods=3"));
    }

    @Test
    void of_an_elastic_job_only_what_the_first_tasks_ask_for_is_reserved() {
        assertThat(job("w:cpu=1", "w:cpu=2", "w:cpu=4").minAvailable(2).build().reserved())
                .isEqualTo(ResourceList.parse("cpu=3 pods=2"));
    }

    @Test
    void what_each_role_needs_at_least_is_reserved_before_others() {
        assertThat(job("w:cpu=1", "w:cpu=1", "ps:cpu=8")
                        .minAvailable(2)
                        .roleMinimums(Map.of("ps", 1))
                        .build()
                        .reserved())
                .isEqualTo(ResourceList.parse("cpu=9 pods=2"));
    }

    @Test
    void a_job_of_nothing_reserves_nothing() {
        assertThat(job().build().reserved()).isEqualTo(ResourceList.empty());
    }
}
