/** The small notations inside scenarios, such as {@code f1/role <- a1{cpus:2}}; shared by YAML and Java. */
@NullMarked
package io.tender.testkit.scenario.text;

import org.jspecify.annotations.NullMarked;
