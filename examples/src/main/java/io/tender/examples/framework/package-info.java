/** A framework: a program that is offered resources over HTTP and runs tasks on them. */
@NullMarked
package io.tender.examples.framework;

import org.jspecify.annotations.NullMarked;
