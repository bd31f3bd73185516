@NullMarked
package io.tender.daemon.http.work;

import org.jspecify.annotations.NullMarked;
