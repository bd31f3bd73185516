@NullMarked
package io.tender.daemon.settings;

import org.jspecify.annotations.NullMarked;
