package io.tender.daemon.work;

import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** The names and labels of a document. */
record Metadata(
        String namespace, String name, SortedMap<String, String> labels, SortedMap<String, String> annotations) {
    /** What Kubernetes allows as the name of an object; task ids are made of it. */
    private static final Pattern NAME = Pattern.compile("[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?");

    private static final Pattern LABEL = Pattern.compile("[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?");

    static Metadata read(Fields document) {
        document.required("metadata", "metadata: with a name");
        Optional<Fields> within = document.within("metadata", "The metadata");
        if (within.isEmpty()) {
            return new Metadata("default", "unnamed", new TreeMap<>(), new TreeMap<>());
        }
        Fields fields = within.get();
        fields.required("name", "a name such as train");
        Metadata read = new Metadata(
                name(fields, "namespace", LABEL, "default"),
                name(fields, "name", NAME, "unnamed"),
                fields.labels("labels"),
                fields.labels("annotations"));
        // What a server adds to a document it gives out says nothing when the document comes back.
        for (String added :
                new String[] {"uid", "resourceVersion", "creationTimestamp", "generation", "managedFields"}) {
            fields.get(added);
        }
        fields.refuse("names are chosen by who writes the document", "generateName");
        fields.ignore("nobody waits for it, and nobody owns it", "finalizers", "ownerReferences");
        fields.done();
        return read;
    }

    private static String name(Fields fields, String field, Pattern pattern, String usual) {
        String name = fields.text(field, usual);
        if (!pattern.matcher(name).matches()) {
            fields.get(field)
                    .ifPresent(at -> at.problem(
                            "'" + field + "' cannot be this.",
                            "'" + (name.length() > 80 ? name.substring(0, 80) + "…" : name) + "'",
                            pattern.equals(LABEL)
                                    ? "1 to 63 small letters, digits and '-', a letter or digit at both ends"
                                    : "1 to 253 small letters, digits, '-' and '.', a letter or digit at both ends"));
            return usual;
        }
        return name;
    }

    static boolean isLabel(String name) {
        return LABEL.matcher(name).matches();
    }
}
