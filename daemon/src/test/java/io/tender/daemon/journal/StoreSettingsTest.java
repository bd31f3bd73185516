package io.tender.daemon.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class StoreSettingsTest {

    @Test
    void a_path_is_a_folder_and_a_url_a_database() throws Exception {
        assertThat(StoreSettings.of("/var/lib/tender", "", ""))
                .isEqualTo(new StoreSettings.Folder(Path.of("/var/lib/tender")));
        assertThat(StoreSettings.of("jdbc:postgresql://db/tender", "me", "secret"))
                .isEqualTo(new StoreSettings.Database("jdbc:postgresql://db/tender", "me", "secret"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "jdbc:mysql://db/tender?password=secret", "postgresql://me:secret@db/x", "http://secret"})
    void anything_else_is_refused_without_telling_a_password(String store) {
        assertThatThrownBy(() -> StoreSettings.of(store, "", ""))
                .hasMessageContaining("expected: the path of a folder, or a URL that begins with jdbc:postgresql:")
                .hasMessageNotContaining("secret");
    }

    @Test
    void no_password_is_shown() throws Exception {
        assertThat(StoreSettings.of("jdbc:postgresql://db/x?password=secret", "me", "secret")
                        .toString())
                .doesNotContain("secret");
    }
}
