package io.tender.runtime.batch;

import io.tender.core.batch.ActionChoice;
import io.tender.core.batch.BatchEngine;
import io.tender.core.batch.SearchSettings;
import io.tender.core.batch.SeatedPlugin;
import io.tender.runtime.yaml.YamlText;
import java.util.List;

/**
 * A {@code volcano-scheduler.conf}, read as Volcano has it and checked whole: every mistake is told at once, with its line.
 *
 * <p>A plugin may be used several times if each is given a name of its own: {@code name: extender} with {@code as: gpu}.
 */
public final class SchedulerConf {
    /** What is in force when nothing is given. */
    public static final String USUAL = """
            actions: "enqueue, allocate, backfill"
            tiers:
            - plugins:
              - name: priority
              - name: gang
              - name: conformance
            - plugins:
              - name: overcommit
              - name: drf
              - name: predicates
              - name: proportion
              - name: nodeorder
            """;

    private final List<ActionChoice> actions;
    private final List<List<SeatedPlugin>> tiers;
    private final List<String> notices;

    SchedulerConf(List<ActionChoice> actions, List<List<SeatedPlugin>> tiers, List<String> notices) {
        this.actions = List.copyOf(actions);
        this.tiers = tiers.stream().map(List::copyOf).toList();
        this.notices = List.copyOf(notices);
    }

    /**
     * Reads settings, be they by themselves or in the ConfigMap that has them in Kubernetes.
     *
     * @param name what messages call the text
     * @param firstLine where the text begins in what it was taken from; 1 for a file of its own
     * @throws ConfException if anything is wrong with them
     */
    public static SchedulerConf read(String name, String text, int firstLine, BatchPlugins plugins) {
        return new ConfReader(ConfigMap.within(new YamlText(name, text, firstLine)), plugins).read();
    }

    /** An engine with these plugins. It owns them: closing it closes them, and there is one engine per reading. */
    public BatchEngine engine() {
        return engine(SearchSettings.USUAL);
    }

    public BatchEngine engine(SearchSettings search) {
        return new BatchEngine(tiers, actions, search);
    }

    /** The names of the actions, in order. */
    public List<String> actions() {
        return actions.stream().map(ActionChoice::name).toList();
    }

    /** What the settings say that has no effect here, and why. */
    public List<String> notices() {
        return notices;
    }
}
