package io.tender.runtime;

import io.tender.model.Suggestion;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds the one module that a name means, or says why there is none.
 *
 * @param builtIn names that need no module
 * @param idleJars jars in which a module of this kind was looked for in vain
 */
record ModuleChoice<F>(
        ModuleKind<F> kind, List<String> builtIn, List<ModuleCatalog.Module<F>> modules, List<Path> idleJars) {

    /** The module meant; empty if it is the built-in one. */
    Optional<ModuleCatalog.Module<F>> find(String name) {
        List<ModuleCatalog.Module<F>> matches =
                modules.stream().filter(module -> module.answersTo(name)).toList();
        if (builtIn.contains(name)) {
            if (!matches.isEmpty()) {
                throw kind.problem("The module in " + matches.getFirst().origin() + " is called '" + name
                        + "', which is the name of the built-in " + kind.word() + ".\n  known:    " + known()
                        + "\n  to do:    give the module another name");
            }
            return Optional.empty();
        }
        if (matches.isEmpty()) {
            throw kind.problem(
                    "There is no " + kind.word() + " called '" + name + "'." + Suggestion.sentence(name, names())
                            + "\n  known:    " + known() + idle()
                            + "\n  to do:    correct the name, or put the module's jar on the class path or into the plugins"
                            + " folder");
        }
        if (matches.size() > 1) {
            throw kind.problem(matches.size() + " " + kind.word() + " modules are called '" + name + "'.\n  got:      "
                    + matches.stream()
                            .map(module -> module.factory().getClass().getName() + " in " + module.origin())
                            .collect(Collectors.joining(" and "))
                    + "\n  known:    " + known() + "\n  to do:    keep one of them, or give them different names");
        }
        return Optional.of(matches.getFirst());
    }

    /** What a module's factory makes; what goes wrong is told with the module's name. */
    <T> T make(ModuleCatalog.Module<F> module, Set<String> parameters, Function<F, @Nullable T> maker) {
        @Nullable T made;
        try {
            made = maker.apply(module.factory());
        } catch (RuntimeException | LinkageError failure) {
            throw kind.problem(
                    "The " + kind.word() + " module '" + module.name() + "' in " + module.origin()
                            + " could not be created.\n  got:      " + failure + "\n  known:    " + known()
                            + "\n  to do:    check its parameters " + parameters,
                    failure);
        }
        if (made == null) {
            throw kind.problem("The " + kind.word() + " module '" + module.name() + "' in " + module.origin()
                    + " returned null.\n  expected: a new " + kind.word() + "\n  known:    " + known()
                    + "\n  to do:    repair its factory");
        }
        return made;
    }

    /** The names that can be asked for. */
    private List<String> names() {
        return Stream.concat(builtIn.stream(), modules.stream().map(ModuleCatalog.Module::name))
                .distinct()
                .toList();
    }

    private String known() {
        return String.join(", ", names());
    }

    private String idle() {
        return idleJars.isEmpty()
                ? ""
                : "\n  note:     no " + kind.word() + " in "
                        + idleJars.stream().map(Path::toString).collect(Collectors.joining(", "))
                        + " (no META-INF/services/" + kind.service().getName() + ")";
    }
}
