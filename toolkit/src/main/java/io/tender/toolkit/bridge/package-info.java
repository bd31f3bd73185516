/**
 * Lets one scheduler use another's extenders: a server in the dialect of the one, whose questions are asked in the dialect of
 * the other. {@link io.tender.toolkit.bridge.Translations} says what can be said in both.
 */
@NullMarked
package io.tender.toolkit.bridge;

import org.jspecify.annotations.NullMarked;
