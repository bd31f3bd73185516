@NullMarked
package io.tender.daemon;

import org.jspecify.annotations.NullMarked;
