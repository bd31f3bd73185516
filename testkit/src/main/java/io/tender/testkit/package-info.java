/** Fakes, scenarios and contract tests for everybody who writes an extension of Tender. */
@NullMarked
package io.tender.testkit;

import org.jspecify.annotations.NullMarked;
