package io.tender.extender.client;

import java.io.InputStream;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonReadFeature;

/** Parsers with the limits of the settings and the tolerances of a call. */
final class JsonParsers {
    private static final int MOST_NAME_LENGTH = 10_000;

    private final StreamReadConstraints constraints;
    /** A factory is costly, and there are few kinds. */
    private final Map<Set<JsonTolerance>, JsonFactory> factories = new ConcurrentHashMap<>();

    JsonParsers(SizeLimits limits) {
        constraints = StreamReadConstraints.builder()
                .maxNestingDepth(limits.jsonDepth())
                .maxStringLength(limits.stringLength())
                .maxNumberLength(limits.numberLength())
                .maxNameLength(Math.min(MOST_NAME_LENGTH, limits.stringLength()))
                .build();
    }

    JsonParser parser(InputStream in, Set<JsonTolerance> tolerances) {
        JsonFactory factory = factories.get(tolerances);
        if (factory == null) {
            factory = factories.computeIfAbsent(tolerances, this::factory);
        }
        return factory.createParser(ObjectReadContext.empty(), in);
    }

    private JsonFactory factory(Set<JsonTolerance> tolerances) {
        return JsonFactory.builder()
                .streamReadConstraints(constraints)
                // A stranger's names must not stay in memory for ever, nor may it choose an encoding.
                .disable(TokenStreamFactory.Feature.INTERN_PROPERTY_NAMES)
                .disable(TokenStreamFactory.Feature.CHARSET_DETECTION)
                .disable(StreamReadFeature.AUTO_CLOSE_SOURCE)
                .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
                .configure(
                        StreamReadFeature.STRICT_DUPLICATE_DETECTION,
                        !tolerances.contains(JsonTolerance.DUPLICATE_KEYS))
                .configure(JsonReadFeature.ALLOW_TRAILING_COMMA, tolerances.contains(JsonTolerance.TRAILING_COMMA))
                .configure(
                        JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS,
                        tolerances.contains(JsonTolerance.NON_FINITE_NUMBERS))
                .build();
    }
}
