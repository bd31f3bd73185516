package io.tender.cli.demo;

/** A share as a bar; in eighths of a character where the terminal can show them. */
public record Bar(int width, boolean fine) {

    private static final String EIGHTHS = " ▏▎▍▌▋▊▉";

    /** Always as wide as the whole, filled up to the share. */
    public String of(double share) {
        double bounded = Math.max(0, Math.min(1, share));
        int eighths = (int) Math.round(bounded * width * 8);
        int full = fine ? eighths / 8 : (int) Math.round(bounded * width);
        StringBuilder bar = new StringBuilder((fine ? "█" : "#").repeat(full));
        if (fine && eighths % 8 > 0) {
            bar.append(EIGHTHS.charAt(eighths % 8));
        }
        return bar.append(" ".repeat(width - bar.length())).toString();
    }
}
