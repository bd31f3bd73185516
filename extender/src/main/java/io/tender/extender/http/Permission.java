package io.tender.extender.http;

/** What somebody who calls may do. Each includes nothing of the others but looking. */
public enum Permission {
    /** May look at everything that is not a secret. */
    VIEWER,
    /** May be a framework, in its own roles. */
    FRAMEWORK,
    /** May do everything an operator does, which includes submitting work. */
    OPERATOR
}
