/** The engine under all scenarios: what they are played on, and what is checked all the time without being asked for. */
@NullMarked
package io.tender.testkit.scenario.engine;

import org.jspecify.annotations.NullMarked;
