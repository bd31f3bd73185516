package io.tender.daemon.master;

import java.util.function.Function;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.KeyDeserializer;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.deser.std.StdDeserializer;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.std.StdSerializer;

/** Types that are written as one word or line in JSON. */
final class TextForm {
    private TextForm() {}

    static <T> void add(SimpleModule module, Class<T> type, Function<String, T> parse, Function<T, String> print) {
        module.addSerializer(type, new Printer<>(type, print));
        module.addDeserializer(type, new Parser<>(type, parse));
    }

    static <T> KeyDeserializer key(Function<String, T> parse) {
        return new KeyDeserializer() {
            @Override
            public Object deserializeKey(String key, DeserializationContext context) {
                return parse.apply(key);
            }
        };
    }

    private static final class Printer<T> extends StdSerializer<T> {
        private final Function<T, String> print;

        Printer(Class<T> type, Function<T, String> print) {
            super(type);
            this.print = print;
        }

        @Override
        public void serialize(T value, JsonGenerator out, SerializationContext context) {
            out.writeString(print.apply(value));
        }
    }

    private static final class Parser<T> extends StdDeserializer<T> {
        private final Function<String, T> parse;

        Parser(Class<T> type, Function<String, T> parse) {
            super(type);
            this.parse = parse;
        }

        @Override
        public T deserialize(JsonParser in, DeserializationContext context) {
            return parse.apply(in.getString());
        }
    }
}
