package io.tender.testkit.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tender.runtime.batch.BatchPlugins;
import io.tender.runtime.batch.SchedulerConf;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The extenders of a KubeSchedulerConfiguration, as kube-scheduler reads them. */
class KubeConfigurationTest {
    private static final String BEFORE = """
            actions: "enqueue, allocate, backfill"
            tiers:
            - plugins:
              - name: gang
            """;

    @TempDir
    Path folder;

    private static SchedulerConf read(String extenders) {
        return SchedulerConf.read("test.conf", BEFORE + extenders, 1, BatchPlugins.ofClassPath());
    }

    @Test
    void a_whole_file_is_read_unchanged() throws IOException {
        Path file = folder.resolve("scheduler.yaml");
        Files.writeString(file, """
                apiVersion: kubescheduler.config.k8s.io/v1
                kind: KubeSchedulerConfiguration
                leaderElection: {leaderElect: false}
                profiles: [{schedulerName: default-scheduler}]
                extenders:
                - urlPrefix: "http://127.0.0.1:19999/cached/"
                  filterVerb: filter
                  prioritizeVerb: prioritize
                  preemptVerb: preempt
                  weight: 1
                  nodeCacheCapable: true
                  enableHTTPS: false
                  httpTimeout: 0s
                - urlPrefix: "http://127.0.0.1:19999/binder"
                  bindVerb: bind
                  managedResources: [{name: "example.com/foo", ignoredByScheduler: true}]
                """);
        SchedulerConf conf = read("extenders: " + file);
        assertThat(conf.notices())
                .containsExactly("extenders: of the KubeSchedulerConfiguration only extenders are"
                        + " read, not leaderElection, profiles");
        conf.engine().close();
    }

    @Test
    void all_mistakes_of_a_list_are_told_at_once_by_their_lines() {
        assertThatThrownBy(() -> read("""
                extenders:
                - urlPrefix: "http://127.0.0.1:1"
                  prioritizeVerb: prioritize
                  bindVerb: bind
                  managedResources: [{name: example.com/foo}]
                - urlPrefix: "http://127.0.0.1:2"
                  enableHTTPS: true
                  bindVerb: bind
                  managedResources: [{name: example.com/foo}]
                  httpTimeout: soon
                  filtrVerb: filter
                  tlsConfig: {insecure: true, serverName: x}
                """))
                .message()
                .contains("test.conf:7:", "more than 0 beside extender.prioritizeVerb")
                .contains("test.conf:10:", "an address that begins with https://")
                .contains("test.conf:12:", "Only one extender can have a bindVerb.")
                .contains("test.conf:13:", "Two extenders manage 'example.com/foo'.")
                .contains("test.conf:14:", "soon")
                .contains("test.conf:15:", "filtrVerb")
                .contains("test.conf:16:", "A certificate that nobody checks proves nothing.", "serverName");
    }

    @Test
    void mistakes_of_a_file_are_told_by_its_own_lines() throws IOException {
        Path file = folder.resolve("scheduler.yaml");
        Files.writeString(file, """
                kind: KubeletConfiguration
                extenders:
                - urlPrefix: ""
                """);
        assertThatThrownBy(() -> read("extenders: " + file))
                .message()
                .contains(file + ":1:", "KubeSchedulerConfiguration")
                .contains("the address of the extender");
        assertThatThrownBy(() -> read("extenders: " + folder.resolve("nowhere.yaml")))
                .message()
                .contains("test.conf:5:", "The extenders cannot be read.");
    }
}
