package stepdown.conformance;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Starts a process with the classes of this one, for what ends the process that it happens in. */
public final class Child {
    private Child() {}

    /** Runs a main class; what that prints as errors goes where it is told. */
    public static Process start(Class<?> main, ProcessBuilder.Redirect errors, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                // What is printed while the process ends belongs to the record.
                "-Dlog4j.shutdownHookEnabled=false",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command).redirectError(errors).start();
    }
}
