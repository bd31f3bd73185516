package io.tender.extender.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TokenFileTest {
    private static final ExtenderName NAME = new ExtenderName("gpu");

    @TempDir
    Path folder;

    private final ManualTime time = new ManualTime();

    private Secret token(TokenFile file) {
        try {
            return file.token(time.nanos(), Long.MAX_VALUE);
        } catch (InterruptedException unexpected) {
            throw new AssertionError(unexpected);
        }
    }

    private Path write(String text) throws IOException {
        // As those who exchange tokens do it: the new file takes the place of the old one in one step.
        Path fresh = Files.writeString(folder.resolve("fresh"), text);
        return Files.move(fresh, folder.resolve("token"), StandardCopyOption.REPLACE_EXISTING);
    }

    @Test
    void a_changed_token_is_read_again_within_a_second() throws IOException {
        TokenFile file = new TokenFile(NAME, write("first-token\n"), time.nanos());
        assertThat(token(file)).isEqualTo(Secret.of("first-token"));

        write("second-token\n");
        assertThat(token(file)).isEqualTo(Secret.of("first-token"));

        time.pass(Duration.ofSeconds(1));
        assertThat(token(file)).isEqualTo(Secret.of("second-token"));
        assertThat(file.forms()).contains("first-token", "second-token");
    }

    @Test
    void a_token_that_was_not_accepted_is_read_again_at_once() throws IOException {
        TokenFile file = new TokenFile(NAME, write("first-token"), time.nanos());
        write("second-token");

        file.doubt();

        assertThat(token(file)).isEqualTo(Secret.of("second-token"));
    }

    @Test
    void the_last_token_stays_in_use_while_the_file_cannot_be_used() throws IOException {
        TokenFile file = new TokenFile(NAME, write("first-token"), time.nanos());
        for (String useless : new String[] {"", "two words", "new\nline", "x".repeat(70_000)}) {
            write(useless);
            time.pass(Duration.ofSeconds(1));
            assertThat(token(file)).isEqualTo(Secret.of("first-token"));
        }
        Files.delete(folder.resolve("token"));
        time.pass(Duration.ofSeconds(1));
        assertThat(token(file)).isEqualTo(Secret.of("first-token"));
    }

    @Test
    void at_the_start_there_must_be_a_token() throws IOException {
        Path missing = folder.resolve("missing");
        assertThatThrownBy(() -> new TokenFile(NAME, missing, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("missing")
                .hasMessageContaining("to do:");
        Path useless = write("not a token but hush-hush");
        assertThatThrownBy(() -> new TokenFile(NAME, useless, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageNotContaining("hush-hush");
    }

    @Test
    void a_file_that_cannot_be_read_in_time_is_not_waited_for() throws Exception {
        TokenFile file = new TokenFile(NAME, write("first-token"), time.nanos());
        // A pipe that nobody writes into: reading it takes for ever.
        Path pipe = folder.resolve("pipe");
        assumeTrue(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor() == 0);
        Files.move(pipe, folder.resolve("token"), StandardCopyOption.REPLACE_EXISTING);
        time.pass(Duration.ofSeconds(1));

        assertThat(token(file)).isEqualTo(Secret.of("first-token"));
        assertThat(token(file)).isEqualTo(Secret.of("first-token"));

        // Lets the reader go.
        Files.writeString(folder.resolve("token"), "second-token");
    }
}
