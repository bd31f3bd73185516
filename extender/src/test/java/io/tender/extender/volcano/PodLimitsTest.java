package io.tender.extender.volcano;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.extender.json.Json;
import io.tender.extender.volcano.KubeObjects.PodForm;
import io.tender.model.batch.Job;
import io.tender.model.batch.JobId;
import io.tender.model.batch.ResourceList;
import io.tender.model.batch.Task;
import io.tender.model.batch.TaskTemplate;
import io.tender.model.service.TaskId;
import io.tender.spi.batch.TaskView;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Limits, where services for devices look first: Kubernetes lets nobody ask for a device without one. */
class PodLimitsTest {
    private final FakeSession session = new FakeSession();

    private TaskView task(String limits) {
        TaskTemplate template = TaskTemplate.builder("", ResourceList.parse("cpu=2 memory=4Gi nvidia.com/gpu=1"))
                .limits(ResourceList.parse(limits))
                .build();
        return session.job(Job.builder(new JobId("default", "a"))
                        .created(FakeSession.CREATED)
                        .tasks(List.of(new Task(new TaskId("uid"), "a-0", 0, template, FakeSession.CREATED)))
                        .build())
                .task(0);
    }

    private String pod(String limits, PodForm form) {
        Json json = new Json().begin();
        KubeObjects.pod(json, task(limits), form);
        return new String(json.end().bytes(), StandardCharsets.UTF_8);
    }

    @Test
    void limits_are_shown_as_they_are_written() {
        assertThat(pod("memory=8Gi nvidia.com/gpu=1", PodForm.VOLCANO))
                .contains("\"resources\":{\"limits\":{\"memory\":\"8Gi\",\"nvidia.com/gpu\":\"1\"},"
                        + "\"requests\":{\"cpu\":\"2\",\"memory\":\"4Gi\",\"nvidia.com/gpu\":\"1\"}}");
        assertThat(pod("", PodForm.VOLCANO)).doesNotContain("limits");
    }

    @ParameterizedTest
    @CsvSource({
        "cpu=2 memory=4Gi, Guaranteed",
        "cpu=2 memory=4Gi nvidia.com/gpu=1, Guaranteed",
        "cpu=2 memory=8Gi, Burstable",
        "cpu=2, Burstable",
        "'', Burstable"
    })
    void who_may_take_no_more_than_it_asks_for_is_guaranteed_it(String limits, String quality) {
        assertThat(pod(limits, PodForm.KUBERNETES)).contains("\"qosClass\":\"" + quality + "\"");
    }
}
