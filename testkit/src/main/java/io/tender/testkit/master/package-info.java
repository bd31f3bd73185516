/** What stands between an allocator and a level-2 framework in simulations: a master and the machines behind it. */
@NullMarked
package io.tender.testkit.master;

import org.jspecify.annotations.NullMarked;
