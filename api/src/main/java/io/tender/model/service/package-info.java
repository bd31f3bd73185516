/** What a service scheduler speaks of: jobs, their tasks, what they ask of a machine, and the offers they are placed on. */
@NullMarked
package io.tender.model.service;

import org.jspecify.annotations.NullMarked;
