package io.tender.testkit.scenario.yaml;

import io.tender.testkit.scenario.yaml.Shape.Field;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * All words of scenarios about one subject. The parser and the schema are both made from this list, so they cannot
 * disagree.
 */
final class Vocabulary {

    /** Fields that every step which happens can have, where calls can be refused. */
    static final List<Field> REFUSAL = List.of(
            Shape.optional("refused", Shape.text("NOT_HELD"), "the call is refused for this reason"),
            Shape.optional("because", Shape.text("not contained"), "a part of the refusal's message"));

    /** Words about an allocator that mean nothing unless a master stands before it. */
    static final Set<String> MASTER_ONLY = Set.of(
            "first quota",
            "force",
            "forbidden",
            "fail over",
            "re-register framework",
            "re-register agent",
            "whitelist file",
            "rescinded",
            "roles");

    private final String subject;
    private final Map<String, Verb> verbs = new LinkedHashMap<>();
    private final Map<String, CheckVerb> checks = new LinkedHashMap<>();
    private final List<Field> common;
    private final boolean blocks;

    /**
     * @param common fields of every verb
     * @param blocks whether 'together' and 'repeat' are known
     */
    private Vocabulary(String subject, List<Verb> verbs, List<CheckVerb> checks, List<Field> common, boolean blocks) {
        this.subject = subject;
        verbs.forEach(verb -> this.verbs.put(verb.name(), verb));
        checks.forEach(check -> this.checks.put(check.name(), check));
        this.common = common;
        this.blocks = blocks;
    }

    static final Vocabulary ALLOCATOR =
            new Vocabulary("allocator", allocatorVerbs(), AllocatorChecks.all(), REFUSAL, true);

    static final Vocabulary SORTER =
            new Vocabulary("sorter", SorterVerbs.all(), SorterVerbs.checks(), refusedText(), false);

    static final Vocabulary ROLE_TREE =
            new Vocabulary("role tree", RoleTreeVerbs.all(), RoleTreeVerbs.checks(), refusedText(), false);

    static final Vocabulary RESOURCES =
            new Vocabulary("resources", ResourceVerbs.all(), ResourceVerbs.checks(), List.of(), false);

    static final Vocabulary CONSTRAINTS =
            new Vocabulary("constraints", ConstraintVerbs.all(), ConstraintVerbs.checks(), List.of(), false);

    static final Vocabulary CREATION =
            new Vocabulary("creation", CreationVerbs.all(), CreationVerbs.checks(), List.of(), false);

    static final Vocabulary SERVICES =
            new Vocabulary("services", ServiceVerbs.all(), ServiceExpectations.all(), refusedText(), true);

    static final Vocabulary BATCH =
            new Vocabulary("batch", BatchVerbs.all(), BatchExpectations.all(), refusedText(), true);

    static final List<Vocabulary> ALL =
            List.of(ALLOCATOR, SORTER, ROLE_TREE, RESOURCES, CONSTRAINTS, CREATION, SERVICES, BATCH);

    private static List<Verb> allocatorVerbs() {
        List<Verb> all = new ArrayList<>();
        all.addAll(AgentVerbs.all());
        all.addAll(FrameworkVerbs.all());
        all.addAll(OfferVerbs.all());
        all.addAll(OperatorVerbs.all());
        all.addAll(MasterVerbs.all());
        all.addAll(SorterServiceVerbs.all());
        all.addAll(ClockVerbs.all());
        return all;
    }

    private static List<Field> refusedText() {
        return List.of(
                Shape.optional("refused", Shape.text("is not in the sorter"), "a part of the message of the refusal"));
    }

    String subject() {
        return subject;
    }

    Optional<Verb> verb(String name) {
        return Optional.ofNullable(verbs.get(name));
    }

    Optional<CheckVerb> check(String name) {
        return Optional.ofNullable(checks.get(name));
    }

    Collection<Verb> verbs() {
        return verbs.values();
    }

    Collection<CheckVerb> checks() {
        return checks.values();
    }

    List<Field> common() {
        return common;
    }

    boolean blocks() {
        return blocks;
    }

    /** Everything a step can begin with. */
    List<String> words() {
        List<String> words = new ArrayList<>(verbs.keySet());
        if (blocks) {
            words.addAll(Blocks.WORDS);
        }
        words.addAll(checks.keySet());
        return words;
    }

    /** Everything that can stand beside a verb. */
    List<String> wordsBeside(Verb verb) {
        List<String> words = new ArrayList<>();
        verb.fields().forEach(field -> words.add(field.name()));
        common.forEach(field -> words.add(field.name()));
        words.addAll(checks.keySet());
        return words;
    }
}
