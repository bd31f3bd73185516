/** The Mesos v1 operator API: looking at the master, changing what it goes by, and watching it. */
@NullMarked
package io.tender.daemon.http.operator;

import org.jspecify.annotations.NullMarked;
