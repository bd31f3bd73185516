/** JSON as extenders get and give it: written piece by piece from what was encoded before, read as strangers write it. */
@NullMarked
package io.tender.extender.json;

import org.jspecify.annotations.NullMarked;
