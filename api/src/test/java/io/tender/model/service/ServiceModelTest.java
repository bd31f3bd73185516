package io.tender.model.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tender.model.AgentId;
import io.tender.model.Attribute;
import io.tender.model.BrokenRule;
import io.tender.model.Resources;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServiceModelTest {
    private static final JobKey JOB = JobKey.parse("www/prod/hello-1.x");

    @Test
    void a_job_key_reads_back_what_it_prints_and_orders_by_its_parts() {
        assertThat(JobKey.parse(JOB.toString())).isEqualTo(JOB);
        assertThat(JOB).isLessThan(JobKey.parse("www/test/a"));
        assertThat(new InstanceKey(JOB, 9)).isLessThan(new InstanceKey(JOB, 10)).hasToString("www/prod/hello-1.x/9");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a/b", "a/b/c/d", "a//c", "a/b/c d", "a/b/ü", "a/b/c!"})
    void what_is_no_job_key_is_refused(String text) {
        assertThatThrownBy(() -> JobKey.parse(text))
                .isInstanceOf(BrokenRule.class)
                .hasMessageContaining("to do:");
    }

    @Test
    void a_part_of_a_job_key_has_a_longest_length() {
        assertThat(new JobKey("r", "e", "n".repeat(255)).name()).hasSize(255);
        assertThatThrownBy(() -> new JobKey("r", "e", "n".repeat(256))).hasMessageContaining("256 characters");
    }

    @Test
    void amounts_are_exact_and_read_back_what_they_print() {
        ResourceBundle bundle = ResourceBundle.parse("cpus:0.1;mem:128;disk:64;gpus:1;ports:2;ips:1");
        assertThat(ResourceBundle.parse(bundle.toString())).isEqualTo(bundle);
        assertThat(bundle.plus(ResourceBundle.of(200, 0, 0)).cpuMillis()).isEqualTo(300);
        assertThat(bundle.minus(ResourceBundle.of(5000, 28, 0)))
                .isEqualTo(ResourceBundle.parse("mem:100;disk:64;gpus:1;ports:2;ips:1"));
        assertThat(bundle.contains(bundle)).isTrue();
        assertThat(bundle.contains(bundle.withCpuMillis(101))).isFalse();
        assertThatThrownBy(() -> ResourceBundle.parse("cpu:1")).hasMessageContainingAll("'cpu'", "cpus, mem, disk");
        assertThatThrownBy(() -> ResourceBundle.of(-1, 0, 0)).hasMessageContaining("negative");
    }

    @Test
    void constraints_are_read_as_aurora_writes_them() {
        assertThat(Constraint.parse("rack", "a, b")).isEqualTo(Constraint.oneOf("rack", "b", "a"));
        assertThat(Constraint.parse("rack", "!a"))
                .isEqualTo(Constraint.noneOf("rack", "a"))
                .hasToString("rack=!a");
        assertThat(Constraint.parse("host", "limit:2")).isEqualTo(Constraint.limit("host", 2));
        assertThatThrownBy(() -> Constraint.parse("host", "limit:x")).hasMessageContaining("limit:2");
        assertThatThrownBy(() -> Constraint.limit("host", 0)).hasMessageContaining("allows nothing");
        assertThatThrownBy(() -> Constraint.parse("rack", "a,,b")).hasMessageContaining("names no value");
        assertThatThrownBy(() -> Constraint.limit(" ", 1)).hasMessageContaining("names no attribute");
    }

    private static TaskConfig config() {
        return TaskConfig.of(JOB, ResourceBundle.of(1000, 512, 1024));
    }

    @Test
    void a_request_is_what_is_asked_for_plus_ports_plus_the_executor() {
        assertThat(config().withExecutor(Executor.AURORA).withPorts("http").request())
                .isEqualTo(ResourceBundle.parse("cpus:1.25;mem:640;disk:1024;ports:1"));
    }

    @Test
    void a_config_that_cannot_run_is_refused() {
        assertThatThrownBy(() -> TaskConfig.of(JOB, ResourceBundle.of(0, 512, 1024)))
                .hasMessageContaining("too little");
        assertThatThrownBy(() -> TaskConfig.of(JOB, ResourceBundle.parse("cpus:1;mem:1;disk:1;ports:1")))
                .hasMessageContaining("names such as http");
        assertThatThrownBy(() -> config().endingAfterFailures(0)).hasMessageContaining("may never start");
    }

    @Test
    void part_of_an_address_or_port_cannot_be_asked_for() {
        JobKey job = JobKey.parse("www/prod/hello");
        assertThatThrownBy(() -> TaskConfig.of(job, ResourceBundle.parse("cpus:1;mem:1;disk:1;ips:0.5")))
                .isInstanceOf(BrokenRule.class)
                .hasMessageContaining("whole numbers");
    }

    @Test
    void dedicated_machines_are_for_the_jobs_role_or_everybody() {
        assertThat(config().withConstraints(Constraint.oneOf("dedicated", "www/db"))
                        .constraints())
                .hasSize(1);
        assertThat(config().withConstraints(Constraint.oneOf("dedicated", "*/gpu"))
                        .constraints())
                .hasSize(1);
        for (Constraint wrong : new Constraint[] {
            Constraint.oneOf("dedicated", "other/db"),
            Constraint.oneOf("dedicated", "www", "www/db"),
            Constraint.noneOf("dedicated", "www"),
            Constraint.limit("dedicated", 1)
        }) {
            assertThatThrownBy(() -> config().withConstraints(wrong)).hasMessageContaining("dedicated");
        }
    }

    @Test
    void every_part_of_a_config_makes_a_group() {
        assertThat(new TaskGroupKey(config())).isEqualTo(new TaskGroupKey(config()));
        assertThat(new TaskGroupKey(config())).isNotEqualTo(new TaskGroupKey(config().withMetadata("v", "2")));
        assertThat(new TaskGroupKey(config()).job()).isEqualTo(JOB);
    }

    @Test
    void a_machine_has_its_host_name_as_an_attribute_and_equal_names_add_up() {
        HostAttributes attributes =
                HostAttributes.of("h1", Attribute.parseAll("rack:a;rack:b;disks:{ssd,hdd};cores:8"));
        assertThat(attributes.valuesOf("host")).containsExactly("h1");
        assertThat(attributes.valuesOf("rack")).containsExactly("a", "b");
        assertThat(attributes.valuesOf("disks")).containsExactly("hdd", "ssd");
        assertThat(attributes.valuesOf("cores")).containsExactly("8");
        assertThat(attributes.valuesOf("none")).isEmpty();
    }

    @Test
    void an_offer_is_what_its_id_says_and_true_amounts_are_not_counted_twice() {
        HostOffer offer = HostOffer.of(
                new OfferId("o"), new AgentId("a"), "h", Resources.parse("cpus:4;cpus{REV}:2;mem:16384;disk:102400"));
        assertThat(offer).isEqualTo(offer.withMode(MaintenanceMode.DRAINING));
        assertThat(offer.firm()).isEqualTo(ResourceBundle.of(4000, 16384, 102400));
        assertThat(offer.revocable()).isEqualTo(ResourceBundle.of(2000, 0, 0));
    }

    @Test
    void tiers_are_known_by_name() {
        assertThat(Tier.of("preferred").production()).isTrue();
        assertThat(Tier.of("revocable").production()).isFalse();
        assertThatThrownBy(() -> Tier.of("gold")).hasMessageContaining("preferred, preemptible or revocable");
        assertThatThrownBy(() -> new Tier("odd", false, true)).hasMessageContaining("revocable only together");
    }

    @Test
    void a_status_is_something_a_master_can_know() {
        assertThatThrownBy(() -> TaskStatus.of(new TaskId("t"), TaskState.PENDING))
                .hasMessageContaining("STARTING, RUNNING");
    }
}
