package io.tender.testkit.scenario.text;

import io.tender.model.Disk;
import io.tender.model.Operation;
import io.tender.model.ResourceQuantities;
import io.tender.model.Suggestion;
import io.tender.testkit.scenario.step.Change;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/**
 * Operations on resources, see {@link #FORMS}.
 */
public final class OperationNotation {

    /**
     * A way to write an operation.
     *
     * @param written an example that can be read
     * @param meaning what it does
     */
    public record Form(String written, String meaning) {}

    /** Every way there is. */
    public static final List<Form> FORMS = List.of(
            new Form("RESERVE cpus(+r):2", "reserves what is there without the last reservation"),
            new Form("RESERVE cpus(+b):2 FROM cpus(+a):2", "moves a reservation in one step"),
            new Form("UNRESERVE cpus(+r):2", "takes the last reservation away"),
            new Form("CREATE disk(+r)[v1:data]:5", "makes a persistent volume of disk space"),
            new Form("DESTROY disk(+r)[v1:data]:5", "makes disk space of a persistent volume"),
            new Form("GROW disk(+r)[v1:data]:5 BY disk(+r):3", "adds disk space to a volume"),
            new Form("SHRINK disk(+r)[v1:data]:5 BY 2", "gives so much of a volume back"),
            new Form(
                    "CREATE_DISK disk[RAW profile=fast]<PROVIDER p1>:100 AS MOUNT"
                            + " TO disk[MOUNT:/m id=d1 profile=fast]<PROVIDER p1>:100",
                    "asks a resource provider for a MOUNT or BLOCK disk; behind TO stands its answer"),
            new Form(
                    "CREATE_DISK disk[RAW]<PROVIDER p1>:100 AS BLOCK WITH PROFILE fast"
                            + " TO disk[BLOCK id=d1 profile=fast]<PROVIDER p1>:100",
                    "the same of a RAW disk that has no profile yet"),
            new Form(
                    "DESTROY_DISK disk[MOUNT:/m id=d1 profile=fast]<PROVIDER p1>:100"
                            + " TO disk[RAW profile=fast]<PROVIDER p1>:100",
                    "asks a resource provider for the RAW disk back; its answer may be nothing"),
            new Form("CONVERT disk:100 TO nothing", "any conversion, one that no operation makes too"));

    private static final List<String> WORDS = List.of(
            "RESERVE", "UNRESERVE", "CREATE", "DESTROY", "GROW", "SHRINK", "CREATE_DISK", "DESTROY_DISK", "CONVERT");

    /** For people, where operations can be written. */
    public static final String HELP = "one of " + String.join(", ", WORDS) + " and the resources";

    private OperationNotation() {}

    public static Change change(String text) {
        Cursor cursor = new Cursor(text);
        cursor.skipSpaces();
        int start = cursor.at();
        String word = cursor.name("an operation, one of " + String.join(", ", WORDS));
        String rest = text.substring(cursor.at());
        int offset = cursor.at();
        try {
            return switch (word.toUpperCase(Locale.ROOT)) {
                case "RESERVE" -> reserve(rest);
                case "UNRESERVE" -> standard(new Operation.Unreserve(ResourceNotation.resources(rest)));
                case "CREATE" -> standard(new Operation.Create(ResourceNotation.resources(rest)));
                case "DESTROY" -> standard(new Operation.Destroy(ResourceNotation.resources(rest)));
                case "GROW" -> {
                    Parts parts = parts(rest, "BY", text);
                    yield standard(new Operation.GrowVolume(
                            ResourceNotation.one(parts.left()), ResourceNotation.one(parts.right())));
                }
                case "SHRINK" -> {
                    Parts parts = parts(rest, "BY", text);
                    yield standard(
                            new Operation.ShrinkVolume(ResourceNotation.one(parts.left()), millis(parts.right())));
                }
                case "CREATE_DISK" -> createDisk(rest, text);
                case "DESTROY_DISK" -> answered(rest, disk -> new Operation.DestroyDisk(ResourceNotation.one(disk)));
                case "CONVERT" -> {
                    Parts parts = parts(rest, "TO", text);
                    yield new Change.Conversion(
                            ResourceNotation.resources(parts.left()), ResourceNotation.resources(parts.right()));
                }
                default ->
                    throw NotationException.expected(
                            start - offset,
                            "'" + word + "' is no operation." + Suggestion.sentence(word, WORDS),
                            "'" + text + "'",
                            "one of " + String.join(", ", WORDS));
            };
        } catch (NotationException e) {
            throw e.shifted(offset);
        } catch (IllegalArgumentException e) {
            throw NotationException.from(start, e);
        }
    }

    /** Something that can be done to what is held: of what a provider does, its answer must be known. */
    public static Change known(String text) {
        Change change = change(text);
        if (change instanceof Change.Standard standard && isUpToProvider(standard.operation())) {
            throw NotationException.expected(
                    0,
                    "only the resource provider can tell what becomes of the disk",
                    "'" + text + "'",
                    "its answer behind it: 'TO' and resources, or 'TO nothing'");
        }
        return change;
    }

    private static boolean isUpToProvider(Operation operation) {
        return operation instanceof Operation.CreateDisk || operation instanceof Operation.DestroyDisk;
    }

    /** One of the usual operations; conversions of one's own are not possible on what is free. */
    public static Operation operation(String text) {
        if (change(text) instanceof Change.Standard standard) {
            return standard.operation();
        }
        throw NotationException.expected(
                0,
                "free resources are changed by operations only",
                "'" + text + "'",
                "an operation other than CONVERT, without the answer of a provider");
    }

    private static Change standard(Operation operation) {
        return new Change.Standard(operation);
    }

    private static Change reserve(String rest) {
        if (!rest.contains(" FROM ")) {
            return standard(new Operation.Reserve(ResourceNotation.resources(rest)));
        }
        Parts parts = parts(rest, "FROM", rest);
        return standard(new Operation.Reserve(
                ResourceNotation.resources(parts.left()), Optional.of(ResourceNotation.resources(parts.right()))));
    }

    private static Change createDisk(String rest, String text) {
        return answered(rest, asked -> {
            Parts parts = parts(asked, "AS", text);
            String[] target = parts.right().strip().split("\\s+WITH\\s+PROFILE\\s+", 2);
            return new Operation.CreateDisk(
                    ResourceNotation.one(parts.left()),
                    diskType(target[0].strip(), rest.lastIndexOf(target[0])),
                    target.length < 2 ? Optional.empty() : Optional.of(target[1].strip()));
        });
    }

    private static Disk.Source.Type diskType(String word, int at) {
        return switch (word.toUpperCase(Locale.ROOT)) {
            case "MOUNT" -> Disk.Source.Type.MOUNT;
            case "BLOCK" -> Disk.Source.Type.BLOCK;
            default -> {
                List<String> types = List.of("MOUNT", "BLOCK");
                throw NotationException.expected(
                        at,
                        "no such disk can be made." + Suggestion.sentence(word, types),
                        "'" + word + "'",
                        "AS MOUNT or AS BLOCK");
            }
        };
    }

    /** What a provider is asked for, and behind TO what it answers, if that is said. */
    private static Change answered(String rest, Function<String, Operation> asked) {
        int at = rest.indexOf(" TO ");
        return at < 0
                ? standard(asked.apply(rest))
                : new Change.Answered(
                        asked.apply(rest.substring(0, at)), ResourceNotation.resources(rest.substring(at + 4)));
    }

    private static long millis(String number) {
        ResourceQuantities amount = ResourceQuantities.parse("disk:" + number.strip());
        return amount.millis("disk");
    }

    private record Parts(String left, String right) {}

    private static Parts parts(String rest, String word, String text) {
        int at = rest.indexOf(" " + word + " ");
        if (at < 0) {
            throw NotationException.expected(
                    rest.length(),
                    "'" + word + "' is missing in '" + text.strip() + "'",
                    "'" + rest.strip() + "'",
                    "what to change, '" + word + "', and how");
        }
        return new Parts(rest.substring(0, at), rest.substring(at + word.length() + 2));
    }
}
