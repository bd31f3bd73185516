/** What was measured, as text, Markdown and JSON. */
@NullMarked
package io.tender.benchmarks.report;

import org.jspecify.annotations.NullMarked;
