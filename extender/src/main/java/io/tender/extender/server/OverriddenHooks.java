package io.tender.extender.server;

import java.lang.reflect.Method;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Finds out which hooks a class of policies overrides. */
final class OverriddenHooks {
    private static final Map<String, Policy.Hook> BY_METHOD = byMethod();

    private OverriddenHooks() {}

    /** The names of methods and of hooks differ only in how Java writes constants. */
    private static Map<String, Policy.Hook> byMethod() {
        Map<String, Policy.Hook> all = new HashMap<>();
        for (Policy.Hook hook : Policy.Hook.values()) {
            StringBuilder name = new StringBuilder();
            for (String word : hook.name().split("_", -1)) {
                name.append(word.charAt(0)).append(word.substring(1).toLowerCase(Locale.ROOT));
            }
            name.setCharAt(0, Character.toLowerCase(name.charAt(0)));
            all.put(name.toString(), hook);
        }
        return all;
    }

    static Set<Policy.Hook> of(Class<? extends Policy> type) {
        Set<Policy.Hook> found = EnumSet.noneOf(Policy.Hook.class);
        for (Method declared : Policy.class.getMethods()) {
            Policy.Hook hook = BY_METHOD.get(declared.getName());
            if (hook != null && isOverridden(type, declared)) {
                found.add(hook);
            }
        }
        return found;
    }

    private static boolean isOverridden(Class<? extends Policy> type, Method declared) {
        try {
            return !type.getMethod(declared.getName(), declared.getParameterTypes())
                    .getDeclaringClass()
                    .equals(Policy.class);
        } catch (NoSuchMethodException impossible) {
            throw new IllegalStateException("Every policy has all methods of Policy", impossible);
        }
    }
}
