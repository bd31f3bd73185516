/** What must not be forgotten: ordered records that are durable before anybody is told. */
@NullMarked
package io.tender.daemon.journal;

import org.jspecify.annotations.NullMarked;
