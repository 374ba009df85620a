package stepdown.conformance;

import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** Reads plans from the standard input, one a line, and writes their records to the standard output. */
public final class Conformance {
    /** How the process ends when a run failed: neither as the virtual machine does by itself, nor as a system ends its own. */
    public static final int FAILED = 70;

    private Conformance() {}

    /** Runs every plan by the harness that it names; ends the process, whatever threads are left. */
    public static void main(Map<String, Harness> harnesses) throws Exception {
        // What the real classes print belongs to nobody, so it can't get between the records.
        PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
        System.setOut(System.err);
        LogTap tap = LogTap.open();
        var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            if (line.isBlank()) {
                continue;
            }
            Plan plan = Plan.of(Recorder.JSON.readTree(line));
            Harness harness = harnesses.get(plan.harness());
            if (harness == null) {
                throw new IllegalArgumentException("there is no harness `" + plan.harness() + "`; expected one of "
                        + String.join(", ", harnesses.keySet().stream().sorted().toList()));
            }
            Recorder recorder = new Recorder(out, tap);
            recorder.head(plan, harness);
            String stopped = null;
            try {
                harness.run(plan, recorder);
            } catch (Harness.Refused refused) {
                stopped = refused.getMessage();
            } catch (Throwable failure) {
                // Threads of the run may be left, so that the process would not end by itself.
                System.err.println("error: the run " + plan.record() + " failed");
                failure.printStackTrace();
                System.exit(FAILED);
            }
            recorder.end(stopped);
        }
        System.exit(0);
    }
}
