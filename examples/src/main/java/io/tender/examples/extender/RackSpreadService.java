package io.tender.examples.extender;

import io.tender.extender.server.ExtenderServer;
import java.util.List;

/**
 * Answers for {@link RackSpread} in all dialects: {@code RackSpreadService --port 9191}. With {@code --together} behind that it has
 * the opposite policy, to be tried out as a shadow.
 */
public final class RackSpreadService {
    private static final int MOST_ON_ONE_MACHINE = 2;

    private RackSpreadService() {}

    public static void main(String[] args) {
        boolean together = List.of(args).contains("--together");
        Examples.serve(ExtenderServer.builder().policy(new RackSpread(MOST_ON_ONE_MACHINE, together)), args, 9191);
    }
}
