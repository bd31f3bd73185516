package io.tender.toolkit.check;

import java.io.StringWriter;
import java.util.Locale;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/** A report in the form that build servers draw: one test case per check. */
public final class JunitXml {
    private JunitXml() {}

    public static String of(CheckReport report) {
        StringWriter text = new StringWriter();
        try {
            XMLStreamWriter xml = XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(text);
            xml.writeStartDocument("UTF-8", "1.0");
            xml.writeStartElement("testsuite");
            xml.writeAttribute("name", "tender check " + report.dialect().label() + " " + report.service());
            xml.writeAttribute("tests", Integer.toString(report.results().size()));
            xml.writeAttribute("failures", Long.toString(report.count("failed")));
            xml.writeAttribute("errors", Long.toString(report.count("untried")));
            xml.writeAttribute("skipped", Long.toString(report.count("skipped")));
            xml.writeAttribute("time", seconds(report.took().toNanos()));
            for (CheckResult result : report.results()) {
                result(xml, report, result);
            }
            xml.writeEndElement();
            xml.writeEndDocument();
            xml.close();
            return text.toString();
        } catch (XMLStreamException impossible) {
            throw new IllegalStateException("a text can always be written to", impossible);
        }
    }

    private static void result(XMLStreamWriter xml, CheckReport report, CheckResult result) throws XMLStreamException {
        xml.writeStartElement("testcase");
        xml.writeAttribute("classname", "tender.check." + report.dialect().label());
        xml.writeAttribute("name", result.check().id() + " " + result.check().name());
        xml.writeAttribute("time", seconds(result.took().toNanos()));
        switch (result.verdict()) {
            case Verdict.Passed passed -> output(xml, passed.note());
            case Verdict.Skipped skipped -> {
                xml.writeEmptyElement("skipped");
                xml.writeAttribute("message", plain(skipped.reason()));
            }
            case Verdict.Untried untried -> {
                xml.writeEmptyElement("error");
                xml.writeAttribute("message", plain(untried.reason()));
            }
            case Verdict.Failed failed -> {
                xml.writeStartElement("failure");
                xml.writeAttribute("message", plain(failed.evidence().got()));
                xml.writeCharacters(plain(story(result.check(), failed.evidence())));
                xml.writeEndElement();
            }
            case Verdict.Warned warned -> output(xml, "warning: " + story(result.check(), warned.evidence()));
        }
        xml.writeEndElement();
    }

    private static void output(XMLStreamWriter xml, String text) throws XMLStreamException {
        if (!text.isEmpty()) {
            xml.writeStartElement("system-out");
            xml.writeCharacters(plain(text));
            xml.writeEndElement();
        }
    }

    /** All there is to say about a promise that was not kept, line by line. */
    static String story(Check check, Evidence evidence) {
        StringBuilder text = new StringBuilder("got:      " + evidence.got() + "\nexpected: " + evidence.expected());
        evidence.asked().ifPresent(asked -> text.append("\nasked:    ").append(asked));
        evidence.answered().ifPresent(answered -> text.append("\nanswered: ").append(answered));
        return text.append("\nwhy:      ")
                .append(check.why())
                .append("\nhint:     ")
                .append(evidence.toDo(check))
                .toString();
    }

    /** Without the characters that XML has no way to write. */
    private static String plain(String text) {
        StringBuilder allowed = new StringBuilder();
        text.codePoints()
                .map(point -> point == '\n'
                                || point == '\t'
                                || (point >= 0x20 && point < 0xD800)
                                || (point > 0xDFFF && point < 0xFFFE)
                                || point > 0xFFFF
                        ? point
                        : 0xFFFD)
                .forEach(allowed::appendCodePoint);
        return allowed.toString();
    }

    private static String seconds(long nanos) {
        return String.format(Locale.ROOT, "%.3f", nanos / 1e9);
    }
}
