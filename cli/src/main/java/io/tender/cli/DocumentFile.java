package io.tender.cli;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file of YAML or JSON that a command line names. */
final class DocumentFile {
    private static final long MOST_BYTES = 4 << 20;

    private DocumentFile() {}

    static String read(Path file) {
        try {
            if (!Files.isRegularFile(file) || Files.size(file) > MOST_BYTES) {
                throw UserError.usage("'" + file + "' cannot be read as a document.")
                        .expected("a file of YAML or JSON of at most " + MOST_BYTES + " bytes")
                        .toDo("name an existing file");
            }
            return Files.readString(file);
        } catch (CharacterCodingException noText) {
            throw UserError.usage("'" + file + "' is no text.").expected("YAML or JSON in UTF-8");
        } catch (IOException broken) {
            throw UserError.environment("'" + file + "' cannot be read.").got(broken.toString());
        }
    }
}
