/** The REST API for work, under {@code /v1/}: what is applied, what came of it, and why it waits. */
@NullMarked
package io.tender.daemon.http.work;

import org.jspecify.annotations.NullMarked;
