package stepdown.conformance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/** What the jars that classes were loaded from tell of them: a record says what ran, not what was asked for. */
public final class Jars {
    private Jars() {}

    /** The version in the name of the jar that a class was loaded from. */
    public static String version(Class<?> one, String artifact) {
        if (!isOf(one, artifact)) {
            throw new IllegalStateException(one.getName() + " comes from " + of(one) + "; expected a jar of " + artifact);
        }
        String name = of(one).getFileName().toString();
        return name.substring(artifact.length() + 1, name.length() - ".jar".length());
    }

    /** Whether a class was loaded from a jar of an artifact. */
    public static boolean isOf(Class<?> one, String artifact) {
        return of(one).getFileName().toString().matches(artifact + "-\\d.*\\.jar");
    }

    /**
     * A hash of the sources that are in a jar beside what was compiled from them: the first 16 digits of the SHA-256 of their
     * names and contents, in the order of the names.
     */
    public static String sources(Class<?> one) {
        try (FileSystem jar = FileSystems.newFileSystem(of(one));
                var all = Files.walk(jar.getPath("/"))) {
            MessageDigest hash = MessageDigest.getInstance("SHA-256");
            List<Path> sources = all.filter(file -> file.toString().endsWith(".java")).sorted().toList();
            if (sources.isEmpty()) {
                throw new IllegalStateException(of(one) + " has no sources; expected those of its classes");
            }
            for (Path source : sources) {
                hash.update((source + "\n").getBytes(StandardCharsets.UTF_8));
                hash.update(Files.readAllBytes(source));
            }
            return HexFormat.of().formatHex(hash.digest()).substring(0, 16);
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static Path of(Class<?> one) {
        try {
            return Path.of(one.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
