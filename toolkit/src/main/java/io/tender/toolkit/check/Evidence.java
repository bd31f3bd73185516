package io.tender.toolkit.check;

import java.util.Optional;

/**
 * Why a verdict is what it is.
 *
 * @param asked the request that shows it, shortened; none when it never came to one
 * @param answered what came, shortened; none when nothing did
 */
public record Evidence(String got, String expected, Optional<String> asked, Optional<String> answered) {}
