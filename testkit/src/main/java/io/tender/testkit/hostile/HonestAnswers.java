package io.tender.testkit.hostile;

/**
 * The bodies a server answers with when its fault lies elsewhere, in whatever dialect is tested.
 *
 * @param right what the client wants
 * @param somebodyElse the same about somebody who was not asked about
 * @param wrongTypes JSON, with values of other types than the dialect has
 * @param duplicateKeys JSON, with a key of the dialect twice in one object
 * @param notANumber with a NaN in a place of the dialect
 */
public record HonestAnswers(
        String right, String somebodyElse, String wrongTypes, String duplicateKeys, String notANumber) {

    /** A list of hosts. */
    public static HonestAnswers hosts() {
        return new HonestAnswers(
                "{\"hosts\":[\"a1\",\"a2\",\"a3\"],\"error\":\"\"}",
                "{\"hosts\":[\"z9\"],\"error\":\"\"}",
                "{\"hosts\":{\"a1\":42},\"error\":[]}",
                "{\"hosts\":[\"a1\"],\"hosts\":[\"a2\"]}",
                "{\"hosts\":[NaN]}");
    }
}
