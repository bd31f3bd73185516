/** Plugins that show how plugins are written; each is quoted by a page in {@code docs}. */
@NullMarked
package io.tender.examples;

import org.jspecify.annotations.NullMarked;
