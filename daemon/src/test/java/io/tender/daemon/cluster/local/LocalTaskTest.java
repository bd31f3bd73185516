package io.tender.daemon.cluster.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.daemon.cluster.Command;
import io.tender.daemon.cluster.Heard;
import io.tender.daemon.cluster.Output;
import io.tender.daemon.cluster.RunState;
import io.tender.daemon.cluster.TaskOrder;
import io.tender.daemon.cluster.TaskReport;
import io.tender.model.AgentId;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One daemon, real processes. */
final class LocalTaskTest {
    private static final Duration LONG = Duration.ofMinutes(5);

    @TempDir
    Path work;

    private LocalFixture agent;

    @BeforeEach
    void start() {
        agent = new LocalFixture(LocalSettings.in(work).withOutputCap(1_000_000)).start();
    }

    @AfterEach
    void stop() {
        agent.close();
    }

    private TaskReport ended(String id, String line) {
        agent.launch(id, line);
        return agent.heard().awaitEnd(LocalFixture.key(id));
    }

    @Test
    void a_task_that_ends_well_runs_and_is_finished() {
        TaskReport end = ended("a", "echo hello; echo oops >&2");

        assertThat(end.state()).isEqualTo(RunState.FINISHED);
        assertThat(end.exitCode()).contains(0);
        assertThat(agent.heard().states(LocalFixture.key("a"))).containsExactly(RunState.RUNNING, RunState.FINISHED);
        assertThat(agent.stdout("a")).isEqualTo("hello\n");
        assertThat(agent.output("a", "stderr")).isEqualTo("oops\n");
        assertThat(agent.output("a", "../record")).isEmpty();
    }

    @Test
    void a_task_may_be_found_at_a_port_that_is_not_the_agents() {
        agent.cluster()
                .launch(agent.order(
                        "a", Command.shell("echo at $PORT_WEB"), "cpus:0.1;mem:64", new TreeMap<>(Map.of("web", 80))));

        assertThat(agent.heard().awaitEnd(LocalFixture.key("a")).state()).isEqualTo(RunState.FINISHED);
        assertThat(agent.stdout("a")).isEqualTo("at 80\n");
    }

    @Test
    void a_name_that_was_used_before_runs_a_new_task() {
        TaskReport first = ended("a", "echo one");
        agent.cluster().acknowledge(first.agent(), first.key(), first.uuid());

        agent.launch("a", "echo two; exit 4");

        agent.heard().awaitReport(report -> report.exitCode().equals(Optional.of(4)), "the end of the second");
        assertThat(agent.stdout("a")).isEqualTo("two\n");
    }

    @Test
    void a_task_that_exits_with_3_has_failed_with_3() {
        TaskReport end = ended("a", "exit 3");

        assertThat(end.state()).isEqualTo(RunState.FAILED);
        assertThat(end.exitCode()).contains(3);
        assertThat(end.message()).isEqualTo("exited with status 3");
    }

    @Test
    void a_task_that_dies_of_a_signal_has_failed_and_the_signal_is_named() {
        TaskReport end = ended("a", "kill -SEGV $$");

        assertThat(end.state()).isEqualTo(RunState.FAILED);
        assertThat(end.exitCode()).contains(139);
        assertThat(end.message()).contains("SIGSEGV");
    }

    @Test
    void a_task_can_be_interrupted_as_from_a_terminal() throws IOException {
        // Whoever is started in the background may have been told to pass over interrupts, and all its children with
        // it.
        String passedOver = Files.readAllLines(Path.of("/proc/self/status")).stream()
                .filter(line -> line.startsWith("SigIgn:"))
                .map(line -> line.substring("SigIgn:".length()).strip())
                .findFirst()
                .orElse("0");
        Assumptions.assumeTrue(
                (Long.parseUnsignedLong(passedOver, 16) & 2) == 0, "skipped: interrupts are passed over here");
        assertThat(ended("a", "kill -INT $$; exit 0").exitCode()).contains(130);
    }

    @Test
    void a_program_that_is_not_there_has_failed_and_the_message_says_so() {
        agent.cluster().launch(agent.order("a", Command.exec("no-such-program", "x")));
        TaskReport end = agent.heard().awaitEnd(LocalFixture.key("a"));

        assertThat(end.state()).isEqualTo(RunState.FAILED);
        assertThat(end.message()).contains("not found");
    }

    @Test
    void a_task_that_writes_to_a_closed_output_gets_its_own_error_and_nothing_else() {
        assertThat(ended("a", "exec >&-; echo lost 2> /dev/null || exit 7").exitCode())
                .contains(7);
        assertThat(ended("b", "exec >&- 2>&-; exit 0").state()).isEqualTo(RunState.FINISHED);
    }

    @Test
    void a_task_that_hears_the_polite_signal_may_tidy_up() {
        agent.launch("a", "trap 'echo tidy; exit 0' TERM; echo ready; while :; do sleep 0.01; done");
        agent.awaitOutput("a", "ready");
        agent.kill("a", LONG);

        TaskReport end = agent.heard().awaitEnd(LocalFixture.key("a"));
        assertThat(end.state()).isEqualTo(RunState.KILLED);
        assertThat(agent.stdout("a")).contains("tidy");
        assertThat(agent.heard().states(LocalFixture.key("a")))
                .containsExactly(RunState.RUNNING, RunState.KILLING, RunState.KILLED);
    }

    @Test
    void a_task_that_ignores_the_polite_signal_is_ended_when_its_grace_is_over() {
        agent.launch("a", "trap '' TERM; echo ready; while :; do sleep 0.01; done");
        agent.awaitOutput("a", "ready");
        agent.kill("a", Duration.ofMillis(100));

        TaskReport end = agent.heard().awaitEnd(LocalFixture.key("a"));
        assertThat(end.state()).isEqualTo(RunState.KILLED);
        assertThat(end.exitCode()).contains(137);
    }

    @Test
    void a_second_kill_can_shorten_the_grace() {
        agent.launch("a", "trap '' TERM; echo ready; while :; do sleep 0.01; done");
        agent.awaitOutput("a", "ready");
        agent.kill("a", LONG);
        agent.heard().awaitState(LocalFixture.key("a"), RunState.KILLING);
        agent.kill("a", Duration.ofMillis(1));

        assertThat(agent.heard().awaitEnd(LocalFixture.key("a")).state()).isEqualTo(RunState.KILLED);
    }

    @Test
    void what_a_task_leaves_behind_is_gone_before_its_end_is_told() {
        TaskReport end = ended(
                "a",
                "setsid sh -c 'echo $$ > far; exec sleep 1000' & sleep 1000 & echo $! > near;"
                        + " until [ -s far ]; do sleep 0.01; done; cat far near; exit 0");

        assertThat(end.state()).isEqualTo(RunState.FINISHED);
        assertThat(agent.stdout("a").lines())
                .hasSize(2)
                .allSatisfy(pid -> assertThat(alive(Long.parseLong(pid))).isFalse());
    }

    @Test
    void a_killed_task_takes_what_it_detached_with_it() {
        agent.launch("a", "(setsid sh -c 'trap \"\" TERM; echo $$; sleep 1000; sleep 1000' &) ; sleep 1000");
        Heard.until("a detached process", () -> agent.stdout("a").endsWith("\n"));
        long detached = Long.parseLong(agent.stdout("a").trim());
        agent.kill("a", Duration.ofMillis(50));

        assertThat(agent.heard().awaitEnd(LocalFixture.key("a")).state()).isEqualTo(RunState.KILLED);
        assertThat(alive(detached)).isFalse();
    }

    private static boolean alive(long pid) {
        return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isPresent() && !zombie(pid);
    }

    private static boolean zombie(long pid) {
        try {
            return Files.readString(Path.of("/proc/" + pid + "/stat")).contains(") Z ");
        } catch (IOException e) {
            return true;
        }
    }

    @Test
    void a_hundred_megabytes_of_output_are_cut_to_the_cap_and_the_end_is_kept() throws IOException {
        ended("a", "head -c 100000000 /dev/zero | tr '\\0' x; echo end");

        Output tail = read("a", -4, 100);
        assertThat(text(tail)).isEqualTo("end\n");
        assertThat(tail.size()).isEqualTo(100_000_004);
        Output start = read("a", 0, 10);
        assertThat(start.offset()).isGreaterThan(98_000_000);
        assertThat(text(start)).isEqualTo("xxxxxxxxxx");
        assertThat(Keeper.bytesOf(agent.folder("a"))).isLessThan(2_000_000);
    }

    @Test
    void output_is_read_by_windows() throws IOException {
        ended("a", "printf 0123456789");

        assertThat(text(read("a", 3, 4))).isEqualTo("3456");
        assertThat(text(read("a", -2, 10))).isEqualTo("89");
        assertThat(text(read("a", -100, 2))).isEqualTo("01");
        assertThat(text(read("a", 100, 10))).isEmpty();
        assertThat(read("a", 100, 10).offset()).isEqualTo(10);
    }

    private Output read(String id, long offset, int atMost) throws IOException {
        return agent.cluster()
                .output(agent.cluster().info().id(), LocalFixture.key(id), "stdout", offset, atMost)
                .orElseThrow();
    }

    private static String text(Output output) {
        return new String(output.bytes(), StandardCharsets.UTF_8);
    }

    @Test
    void a_task_cannot_pass_for_another_by_its_environment() {
        TaskOrder order = agent.order(
                "a",
                new Command(
                        true,
                        List.of("echo \"[$" + ProcessTable.MARKER + "]\"; echo ready; while :; do sleep 0.01; done"),
                        new TreeMap<>(Map.of(ProcessTable.MARKER, "forged", "launch", "forged", "bell", "/nowhere")),
                        ""));
        agent.cluster().launch(order);
        agent.awaitOutput("a", "ready");
        Started.Runs runs = agent.runs("a");

        assertThat(agent.stdout("a")).startsWith("[" + runs.launch() + "]");
        assertThat(new ProcessTable().treeOf(runs)).isNotEmpty();
        agent.kill("a", Duration.ZERO);
        agent.heard().awaitEnd(order.key());
        assertThat(new ProcessTable().treeOf(runs)).isEmpty();
    }

    @Test
    void a_task_whose_id_is_as_long_as_ids_may_be_runs() {
        String longest = "t".repeat(200) + "\ud83d\ude80".repeat(27) + "x";
        TaskOrder order = agent.launch(longest, "echo ready; exit 6");

        assertThat(agent.heard().awaitEnd(order.key()).exitCode()).contains(6);
        assertThat(agent.stdout(longest)).isEqualTo("ready\n");
    }

    @Test
    void a_task_has_the_environment_of_its_order_and_little_else() {
        Command command = new Command(
                false,
                List.of("env"),
                new TreeMap<>(Map.of("QUOTES", "it's \"so\" $HOME `x`", "with.dot", "1", "IFS", "x")),
                "");
        agent.cluster()
                .launch(agent.order(
                        "a", command, "ports:[31005-31006]", new TreeMap<>(Map.of("http", 31006, "admin-api", 31005))));
        agent.heard().awaitEnd(LocalFixture.key("a"));

        String sandbox = agent.folder("a").sandbox().toString();
        assertThat(agent.stdout("a")
                        .lines()
                        .filter(line -> !line.startsWith("TENDER_LAUNCH=") && !line.startsWith("PWD=")))
                .containsExactlyInAnyOrder(
                        "QUOTES=it's \"so\" $HOME `x`",
                        "with.dot=1",
                        "IFS=x",
                        "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
                        "HOME=" + sandbox,
                        "MESOS_SANDBOX=" + sandbox,
                        "MESOS_TASK_ID=a",
                        "TENDER_TASK_ID=a",
                        "TENDER_FRAMEWORK_ID=framework",
                        "PORT0=31005",
                        "PORT1=31006",
                        "PORT_HTTP=31006",
                        "PORT_ADMIN_API=31005");
    }

    @Test
    void a_working_directory_is_made_inside_of_the_tasks_own_folder() {
        agent.cluster().launch(agent.order("a", new Command(true, List.of("pwd"), new TreeMap<>(), "data/in")));

        agent.heard().awaitEnd(LocalFixture.key("a"));
        assertThat(agent.stdout("a").trim())
                .isEqualTo(agent.folder("a").sandbox().resolve("data/in").toString());
    }

    @Test
    void an_order_that_makes_no_sense_is_an_error_and_says_why() {
        refused("a", new Command(true, List.of("pwd"), new TreeMap<>(), "../x"), "", "outside of its folder");
        refused("b", Command.shell("true"), "ports:[30999-31001]", "ports [30999-30999]");
        refused("c", Command.exec(), "", "no command");
        refused("d", Command.exec("a\0b"), "", "zero character");
        refused("e", Command.shell("true"), "cpus:400", "more cpus");
        TaskOrder elsewhere = agent.order("f", Command.shell("true"));
        agent.cluster()
                .launch(new TaskOrder(
                        elsewhere.key(),
                        "f",
                        new AgentId("other"),
                        elsewhere.resources(),
                        elsewhere.command(),
                        elsewhere.ports(),
                        elsewhere.grace(),
                        elsewhere.runsFor(),
                        elsewhere.labels()));
        assertThat(agent.heard().awaitEnd(elsewhere.key()).message()).contains("'other'");
    }

    private void refused(String id, Command command, String resources, String why) {
        agent.cluster().launch(agent.order(id, command, resources, new TreeMap<>()));
        TaskReport end = agent.heard().awaitEnd(LocalFixture.key(id));
        assertThat(end.state()).isEqualTo(RunState.ERROR);
        assertThat(end.message()).contains(why);
    }

    @Test
    void a_task_that_is_ordered_twice_runs_once() {
        TaskOrder order = agent.launch("a", "echo once");
        agent.cluster().launch(order);
        agent.heard().awaitEnd(order.key());
        agent.cluster().launch(order);

        agent.heard().awaitReport(report -> agent.heard().states(order.key()).size() >= 3, "the end told again");
        assertThat(agent.stdout("a")).isEqualTo("once\n");
    }

    @Test
    void a_task_nobody_knows_is_gone() {
        agent.kill("nobody", LONG);
        assertThat(agent.heard().awaitEnd(LocalFixture.key("nobody")).state()).isEqualTo(RunState.GONE);

        agent.cluster().reconcile(agent.cluster().info().id(), List.of(LocalFixture.key("no-one")));
        assertThat(agent.heard().awaitEnd(LocalFixture.key("no-one")).state()).isEqualTo(RunState.GONE);
    }

    @Test
    void a_task_whose_supervisor_was_ended_from_outside_is_ended_too() {
        TaskOrder order = agent.launch("a", "echo ready; sleep 1000");
        agent.awaitOutput("a", "ready");
        Started.Runs runs = agent.runs("a");
        new ProcessTable().end(runs.supervisor(), true);

        TaskReport end = agent.heard().awaitEnd(order.key());
        assertThat(end.state()).isEqualTo(RunState.FAILED);
        assertThat(end.message()).contains("supervisor");
        assertThat(new ProcessTable().treeOf(runs)).isEmpty();
    }
}
