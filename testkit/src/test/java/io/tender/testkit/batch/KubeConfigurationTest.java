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
                  tlsConfig: {insecure: true, server: x}
                """))
                .message()
                .contains("test.conf:7:", "more than 0 beside extender.prioritizeVerb")
                .contains("test.conf:10:", "an address that begins with https://")
                .contains("test.conf:12:", "Only one extender can have a bindVerb.")
                .contains("test.conf:13:", "Two extenders manage 'example.com/foo'.")
                .contains("test.conf:14:", "soon")
                .contains("test.conf:15:", "filtrVerb")
                .contains("test.conf:16:", "A certificate that nobody checks proves nothing.", "'server'");
    }

    private static SchedulerConf seated(String second) {
        return read("""
                  - name: extender
                    as: first
                    arguments:
                      extender.dialect: kube
                      extender.urlPrefix: "http://127.0.0.1:1"
                      extender.bindVerb: bind
                      extender.managedResources: [{name: example.com/foo, ignoredByScheduler: true}]
                  - name: extender
                    as: second
                    arguments:
                      extender.urlPrefix: "http://127.0.0.1:2"
                """ + second.indent(6));
    }

    @Test
    void the_rules_hold_wherever_an_extender_stands() {
        assertThatThrownBy(() -> seated("""
                extender.dialect: kube
                extender.bindVerb: bind
                """))
                .message()
                .contains("Plugin 'second' does not go with the others.")
                .contains("extender.bindVerb beside that of 'first'", "expected one bindVerb");
        assertThatThrownBy(() -> seated("""
                extender.dialect: kube
                extender.filterVerb: filter
                extender.managedResources: [{name: example.com/foo}]
                """))
                .message()
                .contains("extender.managedResources with 'example.com/foo', which 'first' manages");
        assertThatThrownBy(() -> read("""
                  - name: extender
                    as: other
                    arguments: {extender.dialect: kube, extender.urlPrefix: "http://127.0.0.1:1", extender.bindVerb: bind}
                extenders: [{urlPrefix: "http://127.0.0.1:2", bindVerb: bind}]
                """)).message().contains("extender.bindVerb beside that of '127.0.0.1-2'");
    }

    @Test
    void what_kube_scheduler_does_not_know_has_other_rules() {
        seated("""
                extender.bindVerb: bind
                extender.managedResources: [example.com/foo]
                """).engine().close();
        seated("""
                extender.dialect: kube
                extender.mode: shadow
                extender.shadowOf: first
                extender.bindVerb: bind
                extender.managedResources: [{name: example.com/foo}]
                """).engine().close();
        read("""
                extenders:
                - urlPrefix: "http://127.0.0.1:1"
                  filterVerb: filter
                  managedResources: [{name: example.com/foo}]
                - urlPrefix: "http://127.0.0.1:2"
                  mode: shadow
                  filterVerb: filter
                  managedResources: [{name: example.com/foo}]
                """).engine().close();
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
