package stepdown.conformance;

import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/** Versions as Maven wrote them into a file of a module's when it was built; not every jar tells its own. */
public final class Built {
    private Built() {}

    /** The artifacts of a file of properties, and their versions. */
    public static Map<String, String> versions(Class<?> module, String file) {
        Properties built = new Properties();
        try (InputStream in = module.getResourceAsStream(file)) {
            built.load(in);
        } catch (IOException broken) {
            throw new IllegalStateException(broken);
        }
        Map<String, String> versions = new TreeMap<>();
        built.forEach((artifact, version) -> versions.put(artifact.toString(), version.toString()));
        return versions;
    }
}
