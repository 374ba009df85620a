package stepdown.conformance;

import java.util.List;

/**
 * Where the classes of an artifact come from: its released jar, or a folder with its sources, as not every copy of Maven
 * Central has the jar. A record has to say which, and that is looked up where the classes were loaded from.
 */
public final class Origin {
    private final String artifact;
    private final String version;
    private final boolean released;
    private final String variable;

    /**
     * The origin of an artifact.
     *
     * @param one a class of it
     * @param version the version of its released jar
     * @param variable the environment variable that has the revision of its sources, when they were compiled
     */
    public Origin(Class<?> one, String artifact, String version, String variable) {
        this.artifact = artifact;
        this.version = version;
        this.variable = variable;
        String from = one.getProtectionDomain().getCodeSource().getLocation().getPath();
        released = from.endsWith(artifact + "-" + version + ".jar");
    }

    /** Whether it is the released jar. */
    public boolean isReleased() {
        return released;
    }

    /** The version of the released jar, or the revision whose sources were compiled against released jars. */
    public String version() {
        if (released) {
            return version;
        }
        String revision = System.getenv(variable);
        return "compiled from its sources at " + (revision == null ? "an unnamed revision" : revision);
    }

    /** What the head of a record has to say of it; nothing of a released jar. */
    public List<String> doubles() {
        if (released) {
            return List.of();
        }
        return List.of(artifact + " is compiled, unchanged, from its sources of the revision that the versions name,"
                + " since its jar could not be had from Maven Central.");
    }
}
