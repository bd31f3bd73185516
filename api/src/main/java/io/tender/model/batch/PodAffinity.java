package io.tender.model.batch;

import java.util.List;

/**
 * Beside which other tasks a task must, must not, would or would rather not run.
 *
 * @param required domains must hold a matching task, for each term
 * @param requiredAnti domains must hold no matching task, for each term; also binds tasks that come later
 * @param preferred each matching task in the domain adds the weight
 * @param preferredAnti each matching task in the domain takes the weight away
 */
public record PodAffinity(
        List<Term> required, List<Term> requiredAnti, List<Preferred> preferred, List<Preferred> preferredAnti) {
    public static final PodAffinity NONE = new PodAffinity(List.of(), List.of(), List.of(), List.of());

    /**
     * Tasks, and how far away from one counts as beside it.
     *
     * @param topologyKey nodes with the same value of this label are one domain; a node without it is in none
     * @param namespaces where the tasks are looked for; none stands for the task's own
     */
    public record Term(Selector selector, String topologyKey, List<String> namespaces) {
        public Term {
            namespaces = List.copyOf(namespaces);
        }
    }

    /** A wish, with a weight from 1 to 100. */
    public record Preferred(int weight, Term term) {}

    public PodAffinity {
        required = List.copyOf(required);
        requiredAnti = List.copyOf(requiredAnti);
        preferred = List.copyOf(preferred);
        preferredAnti = List.copyOf(preferredAnti);
    }

    public boolean isEmpty() {
        return required.isEmpty() && requiredAnti.isEmpty() && preferred.isEmpty() && preferredAnti.isEmpty();
    }
}
