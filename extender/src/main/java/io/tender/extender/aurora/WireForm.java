package io.tender.extender.aurora;

import io.tender.extender.json.PlainText;
import io.tender.model.service.HostOffer;
import io.tender.model.service.JobKey;
import io.tender.model.service.ResourceBundle;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/** How a request is written: the published document's form, or that of a certain Aurora. */
sealed interface WireForm {
    /** What follows the last host. */
    byte[] END = "]}".getBytes(StandardCharsets.US_ASCII);

    static WireForm of(Compat compat) {
        return switch (compat) {
            case NONE -> new Published();
            case AURORA_0_27 -> new Aurora027(2);
            case AURORA_0_27_REVOCABLE_RAM -> new Aurora027(1);
        };
    }

    String contentType();

    /** Everything up to the first host. */
    byte[] beginning(JobKey job, ResourceBundle request, long nanos);

    /** One host, with a comma before it, so that hosts can be put one behind the other as they are. */
    byte[] host(HostOffer offer);

    /** The same of an offer whose host's name is plain, in these bytes. */
    default byte[] plainHost(byte[] name, HostOffer offer) {
        return host(offer);
    }

    /** True amounts, numbers as short as they can be, UTF-8. */
    final class Published implements WireForm {
        @Override
        public String contentType() {
            return "application/json";
        }

        @Override
        public byte[] beginning(JobKey job, ResourceBundle request, long nanos) {
            return WireForm.beginning(this, job.role() + "-" + job.environment() + "-" + job.name(), request);
        }

        /** A name that is plain, as nearly all are, is put between the rest as it is. */
        @Override
        public byte[] host(HostOffer offer) {
            byte[] name = offer.hostname().getBytes(StandardCharsets.UTF_8);
            return PlainText.end(name, 0, name.length) == name.length
                    ? plainHost(name, offer)
                    : WireForm.host(this, offer);
        }

        @Override
        public byte[] plainHost(byte[] name, HostOffer offer) {
            return PlainHost.bytes(name, WireForm.all(offer));
        }

        @Override
        public String number(long millis) {
            long fraction = millis % 1000;
            if (fraction == 0) {
                return Long.toString(millis / 1000);
            }
            String digits = Long.toString(1000 + fraction).substring(1);
            int end = digits.endsWith("00") ? 1 : digits.endsWith("0") ? 2 : 3;
            return millis / 1000 + "." + digits.substring(0, end);
        }

        @Override
        public Charset charset() {
            return StandardCharsets.UTF_8;
        }
    }

    /**
     * As Aurora 0.27.0 was seen to write it: a clock reading behind the job's key, numbers that always have a fraction, memory
     * and disk counted twice, a content type that is none, and question marks for all that is not Latin-1.
     */
    final class Aurora027 implements WireForm {
        /** What can be offered to be taken back is counted once, and all else twice: disk always, memory by a flag. */
        private final int memoryTimes;

        Aurora027(int memoryTimes) {
            this.memoryTimes = memoryTimes;
        }

        @Override
        public String contentType() {
            return "application/json; utf-8";
        }

        @Override
        public byte[] beginning(JobKey job, ResourceBundle request, long nanos) {
            String key = job.role() + "-" + job.environment() + "-" + job.name() + "@" + nanos;
            return WireForm.beginning(this, key, request);
        }

        @Override
        public byte[] host(HostOffer offer) {
            ResourceBundle all = WireForm.all(offer);
            return WireForm.host(
                    this, offer.hostname(), all.cpuMillis(), memoryTimes * all.ramMillis(), 2 * all.diskMillis());
        }

        @Override
        public String number(long millis) {
            return Double.toString(millis / 1000.0);
        }

        @Override
        public Charset charset() {
            return StandardCharsets.ISO_8859_1;
        }
    }

    String number(long millis);

    Charset charset();

    private static ResourceBundle all(HostOffer offer) {
        return offer.revocable().isEmpty() ? offer.firm() : offer.firm().plus(offer.revocable());
    }

    private static byte[] beginning(WireForm form, String key, ResourceBundle request) {
        StringBuilder text = new StringBuilder(200).append("{\"jobKey\":");
        JsonText.quote(key, text);
        text.append(",\"request\":");
        amounts(form, request.cpuMillis(), request.ramMillis(), request.diskMillis(), text);
        return text.append(",\"hosts\":[").toString().getBytes(form.charset());
    }

    private static byte[] host(WireForm form, HostOffer offer) {
        ResourceBundle all = all(offer);
        return host(form, offer.hostname(), all.cpuMillis(), all.ramMillis(), all.diskMillis());
    }

    private static byte[] host(WireForm form, String name, long cpuMillis, long ramMillis, long diskMillis) {
        StringBuilder text = new StringBuilder(100).append(",{\"name\":");
        JsonText.quote(name, text);
        text.append(",\"offer\":");
        amounts(form, cpuMillis, ramMillis, diskMillis, text);
        return text.append('}').toString().getBytes(form.charset());
    }

    private static void amounts(WireForm form, long cpuMillis, long ramMillis, long diskMillis, StringBuilder text) {
        text.append("{\"cpu\":")
                .append(form.number(cpuMillis))
                .append(",\"memory\":")
                .append(form.number(ramMillis))
                .append(",\"disk\":")
                .append(form.number(diskMillis))
                .append('}');
    }
}
