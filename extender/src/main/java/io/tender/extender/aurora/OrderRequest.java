package io.tender.extender.aurora;

import io.tender.extender.client.RequestBody;
import java.io.IOException;
import java.io.OutputStream;

/** The body of a request: what it is about, and the offers, of which most were encoded long ago. */
final class OrderRequest implements RequestBody {
    private final byte[] beginning;
    private final EncodedOffers offers;
    private final Runnable sent;

    /**
     * @param offers at least one
     * @param sent what there is to do while the service reads
     */
    OrderRequest(byte[] beginning, EncodedOffers offers, Runnable sent) {
        this.beginning = beginning;
        this.offers = offers;
        this.sent = sent;
    }

    @Override
    public long length() {
        return beginning.length + offers.length() - 1 + WireForm.END.length;
    }

    @Override
    public void writeTo(OutputStream out) throws IOException {
        out.write(beginning);
        offers.writeTo(out);
        out.write(WireForm.END);
        out.flush();
        sent.run();
    }
}
