/** The wire forms of Mesos: its v1 scheduler and operator APIs as JSON and protobuf, records, and the domain in its messages. */
@NullMarked
package io.tender.mesos;

import org.jspecify.annotations.NullMarked;
