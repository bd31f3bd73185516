package io.tender.cli;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file of YAML or JSON that a command line names; {@code -} is what is written to the program. */
final class DocumentFile {
    private static final Path STANDARD_INPUT = Path.of("-");

    private static final long MOST_BYTES = 4 << 20;

    private DocumentFile() {}

    static String read(Path file) {
        if (file.equals(STANDARD_INPUT)) {
            return readInput();
        }
        try {
            if (!Files.isRegularFile(file) || Files.size(file) > MOST_BYTES) {
                throw UserError.usage("'" + file + "' cannot be read as a document.")
                        .expected("a file of YAML or JSON of at most " + MOST_BYTES + " bytes")
                        .toDo("name an existing file");
            }
            return Files.readString(file);
        } catch (CharacterCodingException noText) {
            throw UserError.usage("'" + file + "' is no text.")
                    .expected("YAML or JSON in UTF-8")
                    .toDo("name another file, or write this one in UTF-8");
        } catch (IOException broken) {
            throw UserError.environment("'" + file + "' cannot be read.")
                    .got(broken)
                    .toDo("name a file that this user may read");
        }
    }

    /** What to call it where mistakes are told. */
    static String name(Path file) {
        return file.equals(STANDARD_INPUT) ? "stdin" : file.toString();
    }

    private static String readInput() {
        try {
            byte[] read = System.in.readNBytes((int) MOST_BYTES + 1);
            if (read.length > MOST_BYTES) {
                throw UserError.usage("What was written to standard input is too long.")
                        .expected("YAML or JSON of at most " + MOST_BYTES + " bytes")
                        .toDo("apply it in parts");
            }
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(read))
                    .toString();
        } catch (CharacterCodingException noText) {
            throw UserError.usage("What was written to standard input is no text.")
                    .expected("YAML or JSON in UTF-8")
                    .toDo("write it in UTF-8");
        } catch (IOException broken) {
            throw UserError.environment("Standard input cannot be read.")
                    .got(broken)
                    .toDo("name a file instead of -");
        }
    }
}
