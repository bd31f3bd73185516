package io.tender.mesos.protobuf;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A list of named constants. */
public final class EnumType implements FieldType {
    /** The constant that stands for whatever a newer peer may say. */
    public static final String UNKNOWN = "UNKNOWN";

    private final String name;
    private final Map<String, Integer> numbers;
    private final Map<Integer, String> names = new LinkedHashMap<>();

    EnumType(String name, Map<String, Integer> numbers) {
        this.name = name;
        this.numbers = Collections.unmodifiableMap(new LinkedHashMap<>(numbers));
        numbers.forEach((constant, number) -> names.putIfAbsent(number, constant));
    }

    @Override
    public String name() {
        return name;
    }

    /** The constants in the order of the table. */
    public Set<String> constants() {
        return numbers.keySet();
    }

    public Optional<Integer> number(String constant) {
        return Optional.ofNullable(numbers.get(constant));
    }

    public Optional<String> constant(int number) {
        return Optional.ofNullable(names.get(number));
    }

    /** Whether a constant nobody here knows can be told as {@link #UNKNOWN}. */
    public boolean hasUnknown() {
        return numbers.containsKey(UNKNOWN);
    }

    @Override
    public String toString() {
        return name;
    }
}
