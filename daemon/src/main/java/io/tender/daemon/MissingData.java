package io.tender.daemon;

import io.tender.core.batch.BatchEngine;
import io.tender.spi.batch.SessionData;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** What plugins of batch sessions decide nothing without, and there is not: whoever configured them should know. */
final class MissingData {
    private MissingData() {}

    /** @param present what sessions are told of */
    static List<String> notices(BatchEngine engine, Set<SessionData> present) {
        List<String> notices = new ArrayList<>();
        engine.needs().forEach((data, plugins) -> {
            if (!present.contains(data)) {
                notices.add(String.join(", ", plugins) + ": " + words(data));
            }
        });
        return notices;
    }

    private static String words(SessionData data) {
        return switch (data) {
            case USAGE -> "there is no agent that says how busy it is, so its load keeps nobody away";
            case HYPER_NODES -> "no HyperNode was applied yet, so all agents are equally close";
            case QUOTAS -> "no ResourceQuota was applied yet, so nothing is limited";
            case BUDGETS -> "no PodDisruptionBudget was applied yet, so nobody is protected";
            case IMAGES -> "imagelocality.weight has no effect: tasks are processes, and agents have no images";
        };
    }
}
