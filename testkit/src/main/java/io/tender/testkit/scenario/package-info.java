/**
 * Scenarios: given a cluster, when this happens, expect these decisions.
 *
 * <p>A {@link io.tender.testkit.scenario.Scenario} is plain data. It is written in YAML
 * ({@link io.tender.testkit.scenario.yaml.ScenarioFiles}) or in Java
 * ({@link io.tender.testkit.scenario.ScenarioLanguage#scenario()}), and both run on the same engine
 * ({@link io.tender.testkit.scenario.ScenarioRunner}).
 */
@NullMarked
package io.tender.testkit.scenario;

import org.jspecify.annotations.NullMarked;
