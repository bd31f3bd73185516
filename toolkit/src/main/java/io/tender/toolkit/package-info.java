/** For authors of extenders, whichever scheduler asks them: check, record, replay, compare, bridge. */
@NullMarked
package io.tender.toolkit;

import org.jspecify.annotations.NullMarked;
