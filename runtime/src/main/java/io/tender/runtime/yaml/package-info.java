/** YAML that knows where each of its parts stands, so that everything wrong with a text can be told at once, with lines. */
@NullMarked
package io.tender.runtime.yaml;

import org.jspecify.annotations.NullMarked;
