/**
 * Messages as JSON trees, and the same messages as protobuf bytes, by the tables of {@code .proto} files.
 *
 * <p>There are no generated classes: a message in hand is a tree in the spelling that Mesos uses for JSON, and a table says
 * which number and type each member has. The wire format needs three kinds of values here (variable-length numbers, 64-bit
 * floats, lengths with bytes), which is less code than fitting a library's streams to trees.
 */
@NullMarked
package io.tender.mesos.protobuf;

import org.jspecify.annotations.NullMarked;
