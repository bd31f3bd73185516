/**
 * {@code tender check}: asks anybody's extender what a scheduler would ask, well and badly, and says which promises it keeps.
 * {@link io.tender.toolkit.check.Checks} lists them, {@link io.tender.toolkit.check.Checker} tries them.
 */
@NullMarked
package io.tender.toolkit.check;

import org.jspecify.annotations.NullMarked;
