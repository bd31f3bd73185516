package io.tender.core.batch.plugin;

import static io.tender.core.batch.plugin.TestSession.res;
import static io.tender.core.batch.plugin.TestSession.template;
import static org.assertj.core.api.Assertions.assertThat;

import io.tender.core.batch.plugin.TestSession.FakeJob;
import io.tender.model.batch.JobPhase;
import io.tender.spi.batch.Hooks;
import io.tender.spi.batch.Vote;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** overcommit and resourcequota. */
class AdmissionPluginsTest {
    private final TestSession session = new TestSession().node("n1", "cpu=10 memory=10Gi");

    private FakeJob wanting(String id, String minResources) {
        return session.job(id, more -> more.minResources(res(minResources)), 1, template("w", "cpu=1"))
                .phase(JobPhase.PENDING);
    }

    @Test
    void a_job_is_admitted_up_to_the_cluster_times_the_factor() {
        Hooks hooks = session.open("overcommit");

        assertThat(Asking.admit(hooks, wanting("d/a", "cpu=12"))).isEqualTo(Vote.permit());
        assertThat(Asking.admit(hooks, wanting("d/b", "cpu=13")).reason()).endsWith("cpu 13 of 12");
    }

    @Test
    void the_factor_is_an_argument() {
        Hooks hooks = session.open("overcommit", Map.of("overcommit-factor", 2));

        assertThat(Asking.admit(hooks, wanting("d/a", "cpu=20"))).isEqualTo(Vote.permit());
    }

    @Test
    void a_factor_below_one_counts_as_the_usual_one() {
        assertThat(TestSession.complaints("overcommit", Map.of("overcommit-factor", 0.5)))
                .isEmpty();

        Hooks hooks = session.open("overcommit", Map.of("overcommit-factor", 0.5));

        assertThat(Asking.admit(hooks, wanting("d/a", "cpu=12"))).isEqualTo(Vote.permit());
        assertThat(Asking.admit(hooks, wanting("d/b", "cpu=13")).reason()).endsWith("cpu 13 of 12");
    }

    @Test
    void what_is_used_and_what_was_admitted_counts() {
        session.job("d/running", 2, template("w", "cpu=1")).running("n1").phase(JobPhase.RUNNING);
        session.job("d/in", more -> more.minResources(res("cpu=4")), 4, template("w", "cpu=1"));
        Hooks hooks = session.open("overcommit");

        assertThat(Asking.admit(hooks, wanting("d/a", "cpu=6"))).isEqualTo(Vote.permit());
        assertThat(Asking.admit(hooks, wanting("d/b", "cpu=7")).reason()).endsWith("cpu 11 of 10");
    }

    @Test
    void voting_reserves_nothing_and_admission_does() {
        Hooks hooks = session.open("overcommit");
        FakeJob first = wanting("d/a", "cpu=8");
        FakeJob second = wanting("d/b", "cpu=8");

        assertThat(Asking.admit(hooks, first)).isEqualTo(Vote.permit());
        assertThat(Asking.admit(hooks, second)).isEqualTo(Vote.permit());
        Asking.admitted(hooks, first);
        assertThat(Asking.admit(hooks, second).kind()).isEqualTo(Vote.Kind.REJECT);
    }

    @Test
    void what_a_running_job_has_is_not_reserved_again() {
        session.job("d/running", more -> more.minResources(res("cpu=4")), 4, template("w", "cpu=1"))
                .running("n1")
                .phase(JobPhase.RUNNING);

        assertThat(Asking.admit(session.open("overcommit"), wanting("d/a", "cpu=8")))
                .isEqualTo(Vote.permit());
    }

    @Test
    void a_job_that_reserves_nothing_is_admitted() {
        FakeJob job = session.job("d/a", 100, template("w", "cpu=1"));

        assertThat(Asking.admit(session.open("overcommit"), job)).isEqualTo(Vote.permit());
    }

    @Test
    void a_job_must_fit_every_quota_of_its_namespace() {
        session.quota("d", "cpu=10", "cpu=2").quota("d", "memory=1Gi", "").quota("other", "cpu=1", "");
        Hooks hooks = session.open("resourcequota");

        assertThat(Asking.admit(hooks, wanting("d/a", "cpu=8"))).isEqualTo(Vote.permit());
        assertThat(Asking.admit(hooks, wanting("d/b", "cpu=9")).reason())
                .isEqualTo("quota 'quota-0' of namespace 'd' would be exceeded: cpu 11 of 10");
        assertThat(Asking.admit(hooks, wanting("d/c", "cpu=1 memory=2Gi")).reason())
                .contains("quota-1");
        assertThat(Asking.admit(hooks, wanting("free/d", "cpu=99"))).isEqualTo(Vote.permit());
    }

    @Test
    void a_quota_on_requests_is_a_quota_on_the_resource() {
        session.quota("d", "requests.cpu=3", "");

        assertThat(Asking.admit(session.open("resourcequota"), wanting("d/a", "cpu=4"))
                        .reason())
                .endsWith("requests.cpu 4 of 3");
    }

    @Test
    void what_was_admitted_counts_against_the_quota_and_a_vote_does_not() {
        session.quota("d", "cpu=10", "");
        Hooks hooks = session.open("resourcequota");
        FakeJob first = wanting("d/a", "cpu=6");
        FakeJob second = wanting("d/b", "cpu=6");

        assertThat(Asking.admit(hooks, first)).isEqualTo(Vote.permit());
        assertThat(Asking.admit(hooks, second)).isEqualTo(Vote.permit());
        Asking.admitted(hooks, first);
        assertThat(Asking.admit(hooks, second).reason()).endsWith("cpu 12 of 10");
    }

    @Test
    void jobs_admitted_in_earlier_sessions_count_against_the_quota() {
        session.quota("d", "cpu=10", "");
        session.job("d/in", more -> more.minResources(res("cpu=6")), 1, template("w", "cpu=1"));
        session.job("d/over", more -> more.minResources(res("cpu=6")), 1, template("w", "cpu=1"))
                .phase(JobPhase.COMPLETED);
        Hooks hooks = session.open("resourcequota");

        assertThat(Asking.admit(hooks, wanting("d/a", "cpu=4"))).isEqualTo(Vote.permit());
        assertThat(Asking.admit(hooks, wanting("d/b", "cpu=5")).kind()).isEqualTo(Vote.Kind.REJECT);
    }
}
