/** The door of every program that is asked over HTTP: one server, who may come in, and how much of anything. */
@NullMarked
package io.tender.extender.http;

import org.jspecify.annotations.NullMarked;
