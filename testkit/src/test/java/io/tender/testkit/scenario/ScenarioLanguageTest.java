package io.tender.testkit.scenario;

import static io.tender.testkit.scenario.ScenarioLanguage.in;
import static io.tender.testkit.scenario.ScenarioLanguage.scenario;
import static io.tender.testkit.scenario.ScenarioLanguage.to;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tender.model.FrameworkCapability;
import io.tender.spi.AllocatorRefusal.Reason;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ScenarioLanguageTest {

    @Test
    void the_neediest_role_gets_the_next_agent() {
        scenario()
                .framework("spark", in("analytics"))
                .framework("web", in("serving"))
                .agent("a1", "cpus:2 mem:1024")
                .expectOffer("a1", to("spark")) // both shares are 0; the smaller path wins
                .expectShares("analytics 100%, serving 0%")
                .agent("a2", "cpus:2 mem:1024")
                .expectOffer("a2", to("web"))
                .expectShares("analytics 50%, serving 50%")
                .end();
    }

    @Test
    void a_declined_offer_comes_back_after_its_filter() {
        scenario()
                .framework("f1", in("r"))
                .agent("a1", "cpus:2;mem:64")
                .expect("f1/r <- a1 all")
                .decline("f1 <- a1", Duration.ofSeconds(2))
                .expectMetric("offer_filters/roles/r/active", "1")
                .cycle()
                .expectNothing()
                .cycle()
                .expect("f1/r <- a1{cpus:2;mem:64}")
                .end();
    }

    @Test
    void what_is_said_of_agents_and_frameworks_matters() {
        scenario()
                .framework(
                        "f1",
                        in("r"),
                        it -> it.with(FrameworkCapability.GPU_RESOURCES)
                                .atLeast("r", "gpus:1")
                                .wanting("r", "rack exists"))
                .framework("f2", in("s"), it -> it.suppressing("s"))
                .framework("f3", in("t"), it -> it.inactive())
                .agent("a1", "cpus:2;mem:64;gpus:1")
                .expectNothing()
                .agent(
                        "a2",
                        "cpus:2;mem:64;gpus:2",
                        it -> it.attributes("rack:a").usedBy("f1", "r", "gpus:1"))
                .expect("f1/r <- a2{cpus:2;mem:64;gpus:1}")
                .end();
    }

    @Test
    void everything_can_happen_together() {
        scenario()
                .framework("f1", in("r"))
                .together(it -> it.agent("a1", "cpus:1;mem:64").agent("a2", "cpus:1;mem:64"))
                .expect("f1/r <- a1 all, a2 all")
                .expectMetric("allocation_runs", "2")
                .end();
    }

    @Test
    void a_refusal_can_be_expected() {
        scenario()
                .pause()
                .refused(Reason.PAUSED, it -> it.agent("a1", "cpus:1;mem:64"))
                .resume()
                .agent("a1", "cpus:1;mem:64")
                .end();
    }

    @Test
    void operators_and_tasks_have_their_words() {
        scenario()
                .quota("q", "cpus:1;mem:512")
                .weight("n", 2)
                .framework("f1", in("q"))
                .framework("f2", in("n"))
                .agent("a1", "cpus:3;mem:1536")
                .expect("f1/q <- a1{cpus:1;mem:512}", "f2/n <- a1{cpus:2;mem:1024}")
                .use("f1")
                .finish("f1")
                .operate("f2", "RESERVE cpus(+n):2")
                .giveBack("f2")
                .cycle()
                .expect("f1/q <- a1{cpus:1;mem:512}", "f2/n <- a1{cpus(+n):2;mem:1024}")
                .maintenance("a1 at 60s for 120s")
                .expectInverseOffers("f1 <- a1", "f2 <- a1 at 60s for 120s")
                .suppress("f1")
                .deactivate("f2")
                .removeFramework("f2")
                .activate("f1")
                .revive("f1")
                .updateAgent("a1", "cpus:1;mem:512")
                .removeAgent("a1")
                .advance(Duration.ofMinutes(1))
                .expectNothing()
                .end();
    }

    @Test
    void a_master_can_stand_between() {
        scenario()
                .master(MasterSettings.defaults())
                .framework("f1", in("r"))
                .agent("a1", "cpus:2;mem:1024")
                .expect("f1 <- a1 all")
                .accept("f1", "cpus:1;mem:512")
                .framework("f2", in("s"))
                .expect("f2 <- a1{cpus:1;mem:512}")
                .weight("s", 2)
                .expectRescinded("f2 <- a1{cpus:1;mem:512}")
                .end();
    }

    @Test
    void whatever_yaml_can_say_can_be_said() {
        scenario().steps("""
                        - framework: f1(r)
                        - agent: a1..a3{cpus:1;mem:64}
                          expect: f1/r <- a1..a3 all
                        """).end();
    }

    @Test
    void a_failure_names_the_line_of_the_test() {
        ScenarioFailedError failed = catchThrowableOfType(
                ScenarioFailedError.class,
                () -> scenario()
                        .agent("a1", "cpus:1;mem:64")
                        .framework("f1", in("r"))
                        .expectNothing());

        assertThat(failed.failure().step().place().file()).isEqualTo("ScenarioLanguageTest.java");
        assertThat(failed.failure().step().place().line()).isPositive();
        assertThat(failed)
                .hasMessageContaining("an unexpected offer")
                .hasMessageContaining("got:      f1/r <- a1{cpus:1;mem:64}");
    }

    @Test
    void what_nobody_expected_fails_at_the_end() {
        ScenarioLanguage scenario = scenario().agent("a1", "cpus:1;mem:64").framework("f1", in("r"));

        assertThatThrownBy(scenario::end)
                .isInstanceOf(ScenarioFailedError.class)
                .hasMessageContaining("unexpected");
    }

    @Test
    void unexpected_offers_can_be_tolerated() {
        scenario()
                .lenient()
                .agent("a1", "cpus:1;mem:64")
                .framework("f1", in("r"))
                .end();
        scenario()
                .agent("a1", "cpus:1;mem:64")
                .framework("f1", in("r"))
                .expectAnything()
                .end();
    }

    @Test
    void the_set_up_comes_first() {
        ScenarioLanguage begun = scenario().pause();

        assertThatThrownBy(() -> begun.seed(7)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void it_runs_on_anybodys_allocator() {
        scenario()
                .on(FakeAllocator.factory(FakeAllocator.Fault.NONE))
                .sorters("random", "random")
                .seed(3)
                .options(options -> options.withAllocationInterval(Duration.ofSeconds(5)))
                .framework("f1", in("r"))
                .agent("a1", "cpus:1;mem:64")
                .expectOffer("a1", to("f1"))
                .end();
    }
}
