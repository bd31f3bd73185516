package io.tender.testkit.batch;

import io.tender.spi.batch.BatchNodeOrder;
import io.tender.spi.batch.BatchPlugin;
import io.tender.spi.batch.HookKind;
import io.tender.spi.batch.Hooks;
import io.tender.spi.batch.NodeOrder;
import io.tender.spi.batch.Predicate;
import io.tender.spi.batch.SessionView;

/**
 * The simple way to schedule: every plugin is asked about every node for every task, nothing is kept. It must decide the
 * same; what it costs shows what keeping answers is worth.
 */
public record AskedAnew(BatchPlugin plugin) implements BatchPlugin {

    @Override
    public Hooks open(SessionView session) {
        Hooks given = plugin.open(session);
        Hooks asked = Hooks.none();
        for (HookKind<?> kind : HookKind.all()) {
            copy(given, asked, kind);
        }
        return asked;
    }

    private static <H> void copy(Hooks from, Hooks to, HookKind<H> kind) {
        for (H hook : from.of(kind)) {
            switch (hook) {
                // A lambda has the reach that is asked for each task anew.
                case Predicate predicate -> to.predicate((task, node) -> predicate.fits(task, node));
                case NodeOrder order -> to.nodeOrder((task, node) -> order.score(task, node));
                case BatchNodeOrder order -> to.batchNodeOrder((task, nodes) -> order.score(task, nodes));
                default -> to.add(kind, hook);
            }
        }
    }

    @Override
    public void sessionClosed(SessionView session) {
        plugin.sessionClosed(session);
    }

    @Override
    public void succeed(BatchPlugin former) {
        plugin.succeed(former instanceof AskedAnew asked ? asked.plugin : former);
    }

    @Override
    public void close() {
        plugin.close();
    }
}
