package io.tender.extender.client;

/**
 * How much is sent and believed.
 *
 * @param answerBytes of an answer's body, before and after decompression
 * @param requestBytes of a request's body, before compression
 * @param jsonDepth arrays and objects within each other
 * @param stringLength characters of one string in an answer
 * @param numberLength characters of one number in an answer
 * @param compressFrom bytes from which a request is compressed, once the peer has said that it understands gzip
 */
public record SizeLimits(
        long answerBytes, long requestBytes, int jsonDepth, int stringLength, int numberLength, long compressFrom) {

    private static final long MIB = 1 << 20;

    public static final SizeLimits USUAL = new SizeLimits(10 * MIB, 32 * MIB, 200, (int) MIB, 100, 64 << 10);

    public SizeLimits {
        new SettingsProblems("The size limits")
                .within("answerBytes", answerBytes, 1, 1 << 30)
                .within("requestBytes", requestBytes, 0, 1 << 30)
                .within("jsonDepth", jsonDepth, 1, 1_000)
                .within("stringLength", stringLength, 1, 1 << 30)
                .within("numberLength", numberLength, 1, 1_000)
                .within("compressFrom", compressFrom, 1, Long.MAX_VALUE)
                .throwIfAny();
    }

    public SizeLimits withAnswerBytes(long bytes) {
        return new SizeLimits(bytes, requestBytes, jsonDepth, stringLength, numberLength, compressFrom);
    }

    public SizeLimits withRequestBytes(long bytes) {
        return new SizeLimits(answerBytes, bytes, jsonDepth, stringLength, numberLength, compressFrom);
    }

    public SizeLimits withCompressFrom(long bytes) {
        return new SizeLimits(answerBytes, requestBytes, jsonDepth, stringLength, numberLength, bytes);
    }
}
