/**
 * Extenders on trial: asked beside those that decide and never obeyed, or obeyed for a small share of the jobs. What they
 * would have decided is compared with what was.
 */
@NullMarked
package io.tender.extender.shadow;

import org.jspecify.annotations.NullMarked;
