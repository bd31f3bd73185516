package io.tender.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class FlagsCommandTest {
    /** As a scheduler of a small cluster was started with. */
    private static final String REALISTIC = """
            # scheduler, prod
            -cluster_name=prod
            -http_port=8081
            -native_log_quorum_size=2
            -zk_endpoints=zk1:2181,zk2:2181
            -mesos_master_address=zk://zk1:2181,zk2:2181/mesos
            -serverset_path=/aurora/scheduler
            -native_log_file_path=/var/db/aurora
            -backup_dir=/var/lib/aurora/backups
            -thermos_executor_path=/usr/share/aurora/bin/thermos_executor.pex
            -allowed_container_types=MESOS,DOCKER
            -global_container_mounts=/opt:/opt:ro
            "-receive_revocable_resources=true"
            -enable_revocable_ram=true

            -offer_set_module=io.github.aurora.scheduler.offers.HttpOfferSetModule
            -http_offer_set_endpoint=http://localhost:9090/v1/offerset
            -http_offer_set_timeout=100ms
            -http_offer_set_max_retries=1000
            -http_offer_set_compat=aurora-0.27
            -offer_order=CPU,MEMORY
            -min_offer_hold_time=5mins \\
            -max_schedule_attempts_per_sec=40.0
            -max_task_per_job=4000
            """;

    @TempDir
    private Path folder;

    private record Answer(int exitCode, String out, String err) {}

    private Answer flags(String text, String... options) throws IOException {
        Path file = Files.writeString(folder.resolve("aurora.flags"), text);
        String[] args = new String[options.length + 2];
        args[0] = "flags";
        args[1] = file.toString();
        System.arraycopy(options, 0, args, 2, options.length);
        return tender(args);
    }

    private static Answer tender(String... args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int exitCode = Main.run(Map.of(), false, new PrintWriter(out, true), new PrintWriter(err, true), args);
        return new Answer(exitCode, out.toString(), err.toString());
    }

    @Test
    void a_password_in_an_address_is_not_shown() throws IOException {
        String text = REALISTIC.replace("http://localhost:9090", "http://me:s3cret@localhost:9090");

        for (Answer answer : List.of(flags(text), flags(text, "--json"))) {
            assertThat(answer.out()).doesNotContain("s3cret").contains("http://…@localhost:9090/v1/offerset");
            assertThat(answer.err()).doesNotContain("s3cret");
        }
    }

    @Test
    void a_key_in_the_query_of_an_address_is_not_shown() throws IOException {
        String text = REALISTIC.replace("9090/v1/offerset", "9090/v1/offerset?key=s3cret&more=s3cret");

        for (Answer answer : List.of(flags(text), flags(text, "--json"))) {
            assertThat(answer.exitCode()).isEqualTo(ExitCode.OK);
            assertThat(answer.out()).doesNotContain("s3cret").contains("http://localhost:9090/v1/offerset?…");
        }
    }

    @Test
    void the_value_of_a_flag_that_holds_a_secret_is_not_shown() throws IOException {
        String text = REALISTIC + "-zk_digest_credentials=me:s3cret\n-http_offer_set_client_key_data=czNjcmV0s3cret\n";

        for (Answer answer : List.of(flags(text), flags(text, "--json"))) {
            assertThat(answer.out() + answer.err())
                    .doesNotContain("s3cret")
                    .contains("zk_digest_credentials", "http_offer_set_client_key_data");
        }
    }

    @Test
    void what_is_wrong_with_a_line_is_told_without_the_secrets_in_it() throws IOException {
        String address = "http_offer_set_endpoint=http://me:s3cret@localhost:9090/v1?key=s3cret";

        for (String text : List.of(address, "-http_offer_set_endpoint=http://localhost\n-" + address)) {
            Answer answer = flags(text);

            assertThat(answer.exitCode()).isEqualTo(ExitCode.USAGE);
            assertThat(answer.err()).doesNotContain("s3cret").contains("http://…@localhost:9090/v1?…");
        }
    }

    @Test
    void a_whole_file_is_read_and_each_flag_told_what_it_becomes() throws IOException {
        Answer answer = flags(REALISTIC);

        assertThat(answer.err()).isEmpty();
        assertThat(answer.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(answer.out().lines().map(line -> line.replaceAll(" +", " ")))
                .contains(
                        "-cluster_name ignored: means nothing here",
                        "-offer_order scheduler offer_order: CPU,MEMORY",
                        "-min_offer_hold_time scheduler min_offer_hold_time: 5mins",
                        "-http_offer_set_timeout offer set http_offer_set_timeout: 100ms",
                        "-http_offer_set_max_retries offer set http_offer_set_max_retries: 100"
                                + " (taken for 100, since that is the most there is)",
                        "-max_task_per_job unknown: did you mean max_tasks_per_job?");
        assertThat(answer.out()).contains("enable_revocable_ram is on");
    }

    @Test
    void programs_get_the_same_as_json() throws IOException {
        Answer answer = flags(REALISTIC, "--json");
        JsonNode json = JsonMapper.builder().build().readTree(answer.out());

        assertThat(answer.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(json.get("problems").size()).isZero();
        assertThat(json.get("flags").size()).isEqualTo(22);
        JsonNode first = json.get("flags").get(0);
        assertThat(first.get("flag").asString()).isEqualTo("allowed_container_types");
        assertThat(first.get("kind").asString()).isEqualTo("ignored");
    }

    @Test
    void a_service_that_is_given_longer_than_anybody_listens_is_noticed() throws IOException {
        Answer answer = flags("-offer_set_module=http\n-http_offer_set_timeout=15secs\n");

        assertThat(answer.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(answer.out())
                .contains("The service has 15secs to answer (http_offer_set_timeout), but the scheduler stops listening"
                        + " after 10secs (offer_set_answer_timeout)");
        assertThat(flags("-offer_set_module=http\n-http_offer_set_timeout=15secs\n-offer_set_answer_timeout=20secs\n")
                        .out())
                .doesNotContain("stops listening");
    }

    @Test
    void values_that_cannot_be_used_are_all_told_and_make_the_exit_code_2() throws IOException {
        Answer answer = flags(
                "-offer_set_module=http\n-http_offer_set_timeout=soon\n-min_offer_hold_time=5\n-http_offer_set_timout=1secs\n");

        assertThat(answer.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(answer.err())
                .contains("http_offer_set_timeout: got 'soon'", "min_offer_hold_time: got '5'", "did you mean");
        assertThat(flags("-min_offer_hold_time=5", "--json").exitCode()).isEqualTo(ExitCode.USAGE);
    }

    @Test
    void lines_that_are_no_flags_are_told_with_their_places() throws IOException {
        Answer answer = flags("-offer_order=CPU\noffer_order=CPU\n");

        assertThat(answer.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(answer.err()).contains("aurora.flags:2: got 'offer_order=CPU', expected -name=value");
    }

    @Test
    void files_that_are_missing_or_no_text_are_mistakes_of_the_user() throws IOException {
        assertThat(tender("flags", folder.resolve("nowhere").toString()).exitCode())
                .isEqualTo(ExitCode.USAGE);
        Path binary = Files.write(folder.resolve("binary"), "ä".getBytes(StandardCharsets.ISO_8859_1));
        Answer answer = tender("flags", binary.toString());

        assertThat(answer.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(answer.err()).contains("is no text");
    }
}
