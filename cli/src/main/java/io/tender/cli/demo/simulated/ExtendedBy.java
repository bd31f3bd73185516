package io.tender.cli.demo.simulated;

import java.util.List;

/** Who has a say in the sessions of the demo's batch framework. */
public sealed interface ExtendedBy {

    /** There is no batch framework, so there is nothing to have a say in. */
    record Nobody() implements ExtendedBy {}

    /** The example extender, which is started for the demo and ended with it. */
    record Example() implements ExtendedBy {}

    /**
     * An extender that runs somewhere already.
     *
     * @param verbs what it is asked, by the names of the documents
     */
    record Service(String url, List<String> verbs) implements ExtendedBy {
        public Service {
            verbs = List.copyOf(verbs);
        }

        /**
         * Checks first that it can be asked like this.
         *
         * @throws io.tender.runtime.batch.ConfException if it cannot
         */
        public static Service checked(String url, List<String> verbs) {
            try (Extension trial = Extension.by(url, verbs, ExtenderSource.PATIENCE)) {
                trial.engine().close();
                return new Service(url, verbs);
            }
        }
    }
}
