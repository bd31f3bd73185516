/** Contract tests: what everybody's implementation of an extension point must keep, whatever else it does. */
@NullMarked
package io.tender.testkit.contract;

import org.jspecify.annotations.NullMarked;
