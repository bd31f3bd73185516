package io.tender.benchmarks.reference;

import io.tender.benchmarks.reference.Figure.State;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The times of the C++ allocator, from the data file beside the program. */
public final class ReferenceFigures {

    private static final String FILE = "/io/tender/benchmarks/reference-figures.csv";
    private static final String COLUMNS = "workload,case,phase,min_ms,median_ms,max_ms,state";

    private final Map<Key, Figure> figures;

    private record Key(String workload, String label, String phase) {}

    private ReferenceFigures(Map<Key, Figure> figures) {
        this.figures = figures;
    }

    public static ReferenceFigures load() {
        try (InputStream stream = ReferenceFigures.class.getResourceAsStream(FILE)) {
            if (stream == null) {
                throw new IllegalStateException("the reference figures are missing: no " + FILE + " on the class path");
            }
            return read(new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8)));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + FILE, e);
        }
    }

    private static ReferenceFigures read(BufferedReader lines) {
        List<String> rows = lines.lines()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .toList();
        if (rows.isEmpty() || !rows.getFirst().equals(COLUMNS)) {
            throw new IllegalStateException(FILE + " begins with '"
                    + rows.stream().findFirst().orElse("") + "': expected the columns " + COLUMNS);
        }
        Map<Key, Figure> figures = new LinkedHashMap<>();
        for (String row : rows.subList(1, rows.size())) {
            String[] cells = row.split(",", -1);
            if (cells.length != 7) {
                throw new IllegalStateException(FILE + ": got '" + row + "', expected the columns " + COLUMNS);
            }
            double median = Double.parseDouble(cells[4]);
            Figure figure = new Figure(
                    cells[3].isEmpty() ? median : Double.parseDouble(cells[3]),
                    median,
                    cells[5].isEmpty() ? median : Double.parseDouble(cells[5]),
                    State.valueOf(cells[6].toUpperCase(Locale.ROOT)));
            if (figures.put(new Key(cells[0], cells[1], cells[2]), figure) != null) {
                throw new IllegalStateException(FILE + ": the figure of '" + row + "' is there twice");
            }
        }
        return new ReferenceFigures(figures);
    }

    public Optional<Figure> find(String workload, String label, String phase) {
        return Optional.ofNullable(figures.get(new Key(workload, label, phase)));
    }

    /** The cases of a workload for which there are figures, in the order of the file. */
    public List<String> labels(String workload) {
        return figures.keySet().stream()
                .filter(key -> key.workload().equals(workload))
                .map(Key::label)
                .distinct()
                .toList();
    }
}
