package io.tender.extender.client;

/** The methods extenders are spoken to with. */
public enum HttpMethod {
    GET,
    POST,
    PUT
}
