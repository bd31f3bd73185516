/** The Mesos v1 scheduler HTTP API: anybody's framework, over one stream of events and single calls. */
@NullMarked
package io.tender.daemon.http.scheduler;

import org.jspecify.annotations.NullMarked;
