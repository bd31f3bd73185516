package io.tender.daemon.http.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.daemon.http.EventStream;
import io.tender.daemon.master.AgentView;
import io.tender.daemon.master.MasterEvent;
import io.tender.mesos.Media;
import io.tender.model.AgentCapability;
import io.tender.model.AgentId;
import io.tender.model.AgentInfo;
import io.tender.model.Resources;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.AbstractSet;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class WatcherTest {
    private final AtomicBoolean looked = new AtomicBoolean();

    /** Notes whether anybody looks at it. */
    private final Set<AgentCapability> capabilities = new AbstractSet<>() {
        @Override
        public Iterator<AgentCapability> iterator() {
            looked.set(true);
            return Collections.emptyIterator();
        }

        @Override
        public int size() {
            looked.set(true);
            return 0;
        }
    };

    @Test
    void an_event_is_put_into_words_by_who_sends_it_and_not_by_who_tells_of_it() throws InterruptedException {
        EventStream stream = new EventStream(1 << 20);
        Watcher watcher = new Watcher(
                Media.JSON, new EventWriting(OperatorApi.Settings.usual("1", Instant.EPOCH, new TreeMap<>())), stream);

        watcher.event(new MasterEvent.AgentAdded(agent()));
        assertThat(looked).isFalse();

        watcher.stream().close("enough");
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        stream.write(out, Duration.ofMinutes(1), () -> new byte[0]);
        assertThat(looked).isTrue();
        assertThat(out.toString(StandardCharsets.UTF_8)).contains("AGENT_ADDED", "a-1");
    }

    private AgentView agent() {
        return new AgentView(
                new AgentInfo(new AgentId("a-1"), "box-1", List.of(), Optional.empty()),
                capabilities,
                Resources.empty(),
                Resources.empty(),
                Resources.empty(),
                Resources.empty(),
                true,
                false,
                false,
                Optional.empty(),
                Optional.empty(),
                Instant.EPOCH,
                Optional.empty());
    }
}
