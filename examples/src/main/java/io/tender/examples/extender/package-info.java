/** An extender of batch scheduling: a program that is asked over HTTP at every placement. */
@NullMarked
package io.tender.examples.extender;

import org.jspecify.annotations.NullMarked;
