package io.tender.testkit.scenario.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tender.model.AgentId;
import io.tender.model.Disk;
import io.tender.model.Operation;
import io.tender.model.Resources;
import io.tender.model.Role;
import io.tender.model.Suggestion;
import io.tender.testkit.scenario.step.Change;
import io.tender.testkit.scenario.step.Condition;
import io.tender.testkit.scenario.step.ExpectedOffer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NotationTest {

    private static int offset(Runnable reading) {
        return catchThrowableOfType(NotationException.class, reading::run).offset();
    }

    @ParameterizedTest
    @ValueSource(strings = {"cpus:2;mem:1024", "cpus:2 mem:1024", "cpus:2 ; mem:1024", " cpus:2  mem:1024 "})
    void a_space_may_stand_for_the_semicolon(String text) {
        assertThat(ResourceNotation.resources(text)).isEqualTo(Resources.parse("cpus:2;mem:1024"));
    }

    @Test
    void spaces_inside_brackets_and_quotes_stay() {
        assertThat(ResourceNotation.resources("ports:[1-3, 5-6] cpus(eng > +eng/dev):2"))
                .isEqualTo(Resources.parse("ports:[1-3,5-6];cpus(eng > +eng/dev):2"));
        assertThat(ResourceNotation.resources("disk(r)[\"a b\":data]:5 cpus:1"))
                .isEqualTo(Resources.parse("disk(r)[\"a b\":data]:5;cpus:1"));
    }

    @Test
    void a_mistake_in_resources_is_pointed_at() {
        assertThat(offset(() -> ResourceNotation.resources("cpus:2;mem:x"))).isEqualTo(11);
        assertThat(offset(() -> IdNotation.agents("a1{cpus:2;mem:x}"))).isEqualTo(14);
        assertThat(offset(() -> OfferNotation.expected("f1 <- a1{cpus:x}"))).isEqualTo(14);
        assertThat(offset(() -> ResourceNotation.minima("cpus:1|mem:x"))).isEqualTo(11);
    }

    @Test
    void agents_come_in_ranges_and_lists() {
        assertThat(IdNotation.agents("a1..a3, b7{cpus:1}").ids())
                .containsExactly(new AgentId("a1"), new AgentId("a2"), new AgentId("a3"), new AgentId("b7"));
    }

    @Test
    void resources_in_braces_may_have_braces() {
        assertThat(IdNotation.agents("a1{bugs:{a,b};cpus{REV}:2}").resources())
                .contains(Resources.parse("bugs:{a,b};cpus{REV}:2"));
    }

    @Test
    void a_framework_names_its_roles() {
        assertThat(IdNotation.framework("f1(a/b, *)").roles().orElseThrow()).containsExactly(Role.ANY, Role.of("a/b"));
        assertThat(IdNotation.framework("f1()").roles().orElseThrow()).isEmpty();
        assertThat(IdNotation.framework("f1").roles()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"f1/a/b <- a1{cpus:2}", "f1 <- a1 all", "f1 or f2/r <- 2 of a1, a2, a3 all", "f1 <- a1 some"})
    void an_expected_offer_prints_as_it_is_written(String text) {
        assertThat(OfferNotation.expected(text)).singleElement().hasToString(text);
    }

    @Test
    void agents_without_an_amount_share_the_next_one() {
        assertThat(OfferNotation.expected("f1/r <- a1, a2{cpus:1}, a3"))
                .extracting(ExpectedOffer::toString)
                .containsExactly("f1/r <- a1{cpus:1}", "f1/r <- a2{cpus:1}", "f1/r <- a3 all");
        assertThat(OfferNotation.expected("f1/r <- a1, 1 of a2, a3, 2 of b1..b3{cpus:1}"))
                .extracting(ExpectedOffer::toString)
                .containsExactly("f1/r <- a1 all", "f1/r <- 1 of a2, a3 all", "f1/r <- 2 of b1, b2, b3{cpus:1}");
    }

    @Test
    void what_goes_without_saying_may_be_left_out() {
        assertThat(OfferNotation.reference("all")).hasToString("all");
        assertThat(OfferNotation.reference("f1")).hasToString("f1");
        assertThat(OfferNotation.reference("f1/r <- a1 all")).hasToString("f1/r <- a1");
        assertThat(OfferNotation.reference("f1/r <- a1{cpus:1}").isComplete()).isTrue();
        assertThat(OfferNotation.reference("f1 <- a1{cpus:1}").isComplete()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"2s,2000", "100ms,100", "1.5s,1500", "5 minutes,300000", "2h,7200000", "1d,86400000", "3,3000"})
    void lengths_of_time_have_units(String text, long millis) {
        assertThat(Durations.duration(text)).isEqualTo(Duration.ofMillis(millis));
    }

    @Test
    void strange_clients_send_strange_lengths() {
        assertThat(TimeNotation.filters("nan").refuseSeconds()).hasValue(Double.NaN);
        assertThat(TimeNotation.filters("-1").refuseSeconds()).hasValue(-1);
        assertThat(TimeNotation.filters("unstated").refuseSeconds()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "2,2,true",
        "2,3,false",
        "2/3,0.6666666666666667,true",
        "50%,0.5,true",
        "> 0,0.1,true",
        "> 0,0,false",
        "<= 3,3,true",
        "present,7,true",
        "absent,7,false"
    })
    void conditions_hold_or_not(String text, double value, boolean holds) {
        assertThat(ConditionNotation.condition(text).holds(Optional.of(value))).isEqualTo(holds);
    }

    @Test
    void absence_is_a_condition() {
        Condition absent = ConditionNotation.condition("absent");

        assertThat(absent.holds(Optional.empty())).isTrue();
        assertThat(ConditionNotation.condition("present").holds(Optional.empty()))
                .isFalse();
        assertThat(ConditionNotation.condition("0").holds(Optional.empty())).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "RESERVE cpus(+r):2",
                "RESERVE cpus(+b):2 FROM cpus(+a):2",
                "UNRESERVE cpus(+r):2",
                "CREATE disk(r)[v1:data]:5",
                "DESTROY disk(r)[v1:data]:5",
                "GROW disk(r)[v1:data]:5 BY disk(r):3",
                "SHRINK disk(r)[v1:data]:5 BY 2",
                "CONVERT disk:100 TO nothing"
            })
    void every_operation_has_a_word(String text) {
        assertThat(OperationNotation.change(text).conversions(Optional.of(Role.of("r"))))
                .isNotEmpty();
    }

    @Test
    void every_documented_operation_is_read_and_has_conversions() {
        assertThat(OperationNotation.FORMS)
                .allSatisfy(form -> assertThat(
                                OperationNotation.known(form.written()).conversions(Optional.of(Role.of("r"))))
                        .isNotEmpty());
    }

    @Test
    void what_a_provider_makes_of_a_disk_is_what_is_said() {
        Change made = OperationNotation.known(
                "CREATE_DISK disk[RAW]<PROVIDER p>:9 AS BLOCK WITH PROFILE x TO disk[BLOCK id=d profile=x]<PROVIDER p>:9");

        assertThat(made)
                .isEqualTo(new Change.Answered(
                        new Operation.CreateDisk(
                                Resources.parse("disk[RAW]<PROVIDER p>:9")
                                        .iterator()
                                        .next(),
                                Disk.Source.Type.BLOCK,
                                Optional.of("x")),
                        Resources.parse("disk[BLOCK id=d profile=x]<PROVIDER p>:9")));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "CREATE_DISK disk[RAW profile=x]<PROVIDER p>:9 AS MONUT | Did you mean 'MOUNT'?",
                "CREATE_DISK disk[RAW profile=x]<PROVIDER p>:9          | 'AS' is missing",
                "CREATE_DISK disk[RAW profile=x]<PROVIDER p>:9 AS MOUNT | 'TO' and resources",
                "DESTROY_DISK disk[BLOCK id=d]<PROVIDER p>:9            | 'TO' and resources",
                "DESTROY_DISC disk[BLOCK id=d]<PROVIDER p>:9            | Did you mean 'DESTROY_DISK'?",
            })
    void operations_on_disks_are_refused_with_what_is_missing(String text, String problem) {
        assertThatThrownBy(() -> OperationNotation.known(text)).hasMessageContaining(problem);
    }

    @ParameterizedTest
    @CsvSource({"framwork,framework", "expct,expect", "tik,tick", "agnet,agent", "Update_Agent,update agent", "zzz,''"})
    void a_slip_of_the_fingers_is_recognised(String typed, String meant) {
        assertThat(Suggestion.nearest(typed, List.of("framework", "expect", "tick", "agent", "update agent")))
                .isEqualTo(meant.isEmpty() ? Optional.empty() : Optional.of(meant));
    }
}
