/** The daemon in a process of its own, over real sockets, while everything around it fails. */
@NullMarked
package io.tender.daemon.proof;

import org.jspecify.annotations.NullMarked;
