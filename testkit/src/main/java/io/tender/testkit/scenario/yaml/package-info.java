/** Scenarios in YAML: reading them, telling what is wrong with them, and the schema that editors complete from. */
@NullMarked
package io.tender.testkit.scenario.yaml;

import org.jspecify.annotations.NullMarked;
