package io.tender.extender.client;

/** Who was asked what, where: the subject of every message about a call. */
public record Target(ExtenderName extender, Verb verb, HttpMethod method, Endpoint endpoint) {
    @Override
    public String toString() {
        return method + " " + endpoint;
    }
}
