package io.tender.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tender.mesos.MachineId;
import io.tender.mesos.MaintenanceWindow;
import io.tender.model.Unavailability;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MaintenanceFileTest {
    @Test
    void windows_are_read_from_yaml_and_from_json() {
        List<MaintenanceWindow> expected = List.of(
                new MaintenanceWindow(
                        List.of(MachineId.named("box-1"), MachineId.named("box-2")),
                        new Unavailability(Instant.parse("2026-12-01T22:00:00Z"), Optional.of(Duration.ofHours(2)))),
                new MaintenanceWindow(
                        List.of(MachineId.named("box-3")),
                        new Unavailability(Instant.parse("2027-01-01T00:00:00Z"), Optional.empty())));

        assertThat(MaintenanceFile.read("w.yaml", """
                windows:
                - machines: [box-1, box-2]
                  start: 2026-12-01T22:00:00Z
                  duration: 2hrs
                - {machines: [box-3], start: "2027-01-01T00:00:00Z"}
                """)).isEqualTo(expected);
        assertThat(MaintenanceFile.read("w.json", """
                {"windows": [{"machines": ["box-1", "box-2"], "start": "2026-12-01T22:00:00Z", "duration": "2hrs"},
                             {"machines": ["box-3"], "start": "2027-01-01T00:00:00Z"}]}
                """)).isEqualTo(expected);
        assertThat(MaintenanceFile.read("w.yaml", "windows: []")).isEmpty();
    }

    @Test
    void all_mistakes_are_told_with_their_lines() {
        assertThatThrownBy(() -> MaintenanceFile.read("w.yaml", """
                windows:
                - machines: []
                  start: tomorrow
                - machines: [box-1]
                  duration: long
                  until: never
                """))
                .isInstanceOf(UserError.class)
                .hasMessageContainingAll(
                        "w.yaml:2:",
                        "no machines",
                        "w.yaml:3:",
                        "'tomorrow'",
                        "w.yaml:4:",
                        "begins",
                        "'long'",
                        "'until'");
        assertThatThrownBy(() -> MaintenanceFile.read("w.yaml", ""))
                .isInstanceOf(UserError.class)
                .hasMessageContaining("no schedule");
    }
}
