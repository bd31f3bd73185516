package io.tender.daemon.settings;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.extender.kube.KubeOfferSetSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The extenders of a KubeSchedulerConfiguration, asked about services. */
class ServiceExtendersTest {
    /** That with which the golden requests were captured. */
    private static final String CAPTURED = """
            extenders:
            - urlPrefix: "http://127.0.0.1:19999/cached/"
              filterVerb: filter
              prioritizeVerb: prioritize
              preemptVerb: preempt
              weight: 1
              nodeCacheCapable: true
            - urlPrefix: "http://127.0.0.1:19999/binder"
              bindVerb: bind
              managedResources: [{name: "example.com/foo", ignoredByScheduler: true}]
            """;

    @TempDir
    private Path folder;

    private ServicesChoice services(String text) {
        return Settings.read("tender.yaml", text, folder, Settings.Given.NOTHING)
                .services();
    }

    private static String within(String list) {
        return "services:\n" + list.indent(2);
    }

    private List<String> problems(String list) {
        try {
            services(within(list));
            return List.of();
        } catch (SettingsException wrong) {
            return wrong.problems().stream().map(Object::toString).toList();
        }
    }

    private void isAsCaptured(ServicesChoice services) {
        assertThat(services.settings().offerSetModule()).isEqualTo("kube");
        assertThat(services.offerSet())
                .isEqualTo(Map.of(
                        "kube_offer_set_url_prefix", "http://127.0.0.1:19999/cached/",
                        "kube_offer_set_filter_verb", "filter",
                        "kube_offer_set_prioritize_verb", "prioritize",
                        "kube_offer_set_preempt_verb", "preempt",
                        "kube_offer_set_weight", "1",
                        "kube_offer_set_node_cache_capable", "true"));
        assertThat(services.notices())
                .anyMatch(notice -> notice.contains("'http://127.0.0.1:19999/binder' is not asked about services"));
    }

    @Test
    void the_list_is_taken_as_kube_scheduler_has_it() {
        isAsCaptured(services(within(CAPTURED)));
    }

    @Test
    void so_is_the_file_and_the_rest_of_it_is_told_to_have_no_effect() throws IOException {
        Files.writeString(
                folder.resolve("scheduler.yaml"),
                "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\nprofiles: []\n"
                        + CAPTURED);
        ServicesChoice services = services("services: {extenders: scheduler.yaml}");
        isAsCaptured(services);
        assertThat(services.notices()).anyMatch(notice -> notice.contains("only extenders are read, not profiles"));
    }

    @Test
    void every_field_means_what_it_means_there() {
        ServicesChoice services = services(within("""
                extenders:
                - urlPrefix: https://gpu.example.com:8443/scheduler
                  filterVerb: filter
                  enableHTTPS: true
                  httpTimeout: 1m30s
                  ignorable: true
                  managedResources: [{name: nvidia.com/gpu, ignoredByScheduler: false}, {name: example.com/fpga}]
                  tlsConfig: {caFile: /etc/ca.pem, serverName: gpu.internal, insecure: false}
                  maxRetries: 0
                  bindVerb: bind
                - urlPrefix: http://127.0.0.1:2
                  prioritizeVerb: rank
                  httpTimeout: 0s
                  weight: 3
                """));
        assertThat(services.offerSet())
                .containsEntry("kube_offer_set_http_timeout", "90secs")
                .containsEntry("kube_offer_set_managed_resources", "nvidia.com/gpu")
                .containsEntry("kube_offer_set_server_name", "gpu.internal")
                .containsEntry("kube_offer_set_ca_file", "/etc/ca.pem")
                .containsEntry("kube_offer_set_max_retries", "0")
                .containsEntry("kube_offer_set_bind_verb", "bind")
                .containsEntry("kube_offer_set_2_weight", "3")
                .doesNotContainKey("kube_offer_set_2_http_timeout");
        KubeOfferSetSettings settings = KubeOfferSetSettings.parse(services.offerSet());
        assertThat(settings.client().tls().serverName()).contains("gpu.internal");
        assertThat(settings.others()).hasSize(1);
    }

    @Test
    void all_mistakes_are_told_at_once_by_their_lines() {
        assertThat(problems("""
                        extenders:
                        - urlPrefix: http://127.0.0.1:1
                          filterVerb: filter
                          prioritizeVerb: rank
                          enableHTTPS: true
                          bindVerb: bind
                          managedResources: [{name: nvidia.com/gpu, ignoredByScheduler: true}]
                          tlsConfig: {insecure: true}
                        - urlPrefix: gopher://x
                          filterVerb: filter
                          filtrVerb: x
                          httpTimeout: soon
                          bindVerb: bind
                          managedResources: [{name: nvidia.com/gpu}]
                        """))
                .satisfiesExactlyInAnyOrder(
                        one -> assertThat(one).startsWith("tender.yaml:3:").contains("though enableHTTPS is set"),
                        one -> assertThat(one).startsWith("tender.yaml:5:").contains("no weight"),
                        one -> assertThat(one).startsWith("tender.yaml:8:").contains("ignoredByScheduler: true"),
                        one -> assertThat(one).startsWith("tender.yaml:9:").contains("proves nothing"),
                        one -> assertThat(one).startsWith("tender.yaml:10:").contains("gopher://x"),
                        one -> assertThat(one).startsWith("tender.yaml:12:").contains("Did you mean 'filterVerb'?"),
                        one -> assertThat(one).startsWith("tender.yaml:13:").contains("'soon'"),
                        one -> assertThat(one).startsWith("tender.yaml:14:").contains("Only one extender"),
                        one -> assertThat(one).startsWith("tender.yaml:15:").contains("Two extenders manage"));
    }

    @Test
    void mistakes_of_a_file_are_told_with_its_name_and_their_lines() throws IOException {
        Path file = Files.writeString(
                folder.resolve("scheduler.yaml"), "extenders:\n- urlPrefix: gopher://x\n  filterVerb: filter\n");
        assertThat(problems("extenders: scheduler.yaml"))
                .singleElement()
                .asString()
                .contains(file + ":2:", "gopher://x");
        assertThat(problems("extenders: nowhere.yaml"))
                .singleElement()
                .asString()
                .contains("cannot be read");
    }

    @Test
    void extenders_beside_another_offer_set_or_the_same_settings_once_more_are_refused() {
        assertThat(problems(CAPTURED + "offer_set_module: http\n"))
                .anyMatch(problem -> problem.contains("The offer set is chosen twice"));
        assertThat(problems(CAPTURED + "offerSetParameters: {kube_offer_set_filter_verb: filter}\n"))
                .anyMatch(problem -> problem.contains("given twice"));
    }

    @Test
    void extenders_of_which_none_can_be_asked_leave_the_order_as_it_is() {
        ServicesChoice services = services(within("""
                extenders:
                - {urlPrefix: "http://127.0.0.1:1", filterVerb: f, managedResources: [{name: example.com/fpga}]}
                """));
        assertThat(services.settings().offerSetModule()).isEqualTo("native");
        assertThat(services.notices()).anyMatch(notice -> notice.contains("none of the resources it manages"));
    }
}
