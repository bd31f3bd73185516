package io.tender.core.tally;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.model.AgentId;
import io.tender.model.ResourceQuantities;
import io.tender.model.Resources;
import org.junit.jupiter.api.Test;

class AccountTest {

    private static final AgentId FIRST = new AgentId("a1");
    private static final AgentId SECOND = new AgentId("a2");
    private static final Resources VOLUME = Resources.parse("disk(r)[v:path]<SHARED>:5");

    private final Account account = new Account();

    @Test
    void a_shared_resource_counts_once_per_agent_until_its_last_copy_goes() {
        account.add(FIRST, VOLUME.plus(Resources.parse("cpus:1")));
        account.add(FIRST, VOLUME);
        assertThat(account.sum()).hasToString("cpus:1;disk:5");
        account.add(SECOND, VOLUME);
        assertThat(account.sum()).hasToString("cpus:1;disk:10");
        account.subtract(FIRST, VOLUME);
        assertThat(account.sum()).hasToString("cpus:1;disk:10");
        account.subtract(FIRST, VOLUME);
        assertThat(account.sum()).hasToString("cpus:1;disk:5");
    }

    @Test
    void taking_over_another_account_does_not_count_its_shared_resources_twice() {
        Account other = new Account();
        other.add(FIRST, VOLUME.plus(Resources.parse("mem:1")));
        account.add(FIRST, VOLUME);
        account.addAll(other);
        assertThat(account.sum()).hasToString("disk:5;mem:1");
        account.subtractAll(other);
        assertThat(account.sum()).hasToString("disk:5");
    }

    @Test
    void a_tally_says_what_is_missing_and_never_less_than_nothing() {
        Tally tally = new Tally();
        tally.add(ResourceQuantities.parse("cpus:2;mem:5"));
        assertThat(tally.missingFrom(ResourceQuantities.parse("cpus:3;disk:1;mem:4")))
                .isEqualTo(ResourceQuantities.parse("cpus:1;disk:1"));
        tally.subtractToZero(ResourceQuantities.parse("cpus:3"));
        assertThat(tally.toQuantities()).isEqualTo(ResourceQuantities.parse("mem:5"));
        assertThat(tally.millis("cpus")).isZero();
    }
}
