package io.tender.extender.compare;

import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonReadFeature;

/** Parsers of bodies that are in memory: as forgiving as the most forgiving of the schedulers. */
final class Bodies {
    private static final int DEEPEST = 200;
    private static final JsonFactory JSON = JsonFactory.builder()
            .streamReadConstraints(
                    StreamReadConstraints.builder().maxNestingDepth(DEEPEST).build())
            .disable(TokenStreamFactory.Feature.INTERN_PROPERTY_NAMES)
            .disable(TokenStreamFactory.Feature.CHARSET_DETECTION)
            .enable(JsonReadFeature.ALLOW_TRAILING_COMMA)
            .build();

    private Bodies() {}

    static JsonParser parser(byte[] body) {
        return JSON.createParser(ObjectReadContext.empty(), body);
    }
}
