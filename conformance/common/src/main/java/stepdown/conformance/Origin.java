package stepdown.conformance;

import java.util.List;

/**
 * Where the classes of an artifact come from: its released jar, or a folder with its sources, as not every copy of Maven
 * Central has the jar. A record has to say which, and that is looked up where the classes were loaded from.
 */
public final class Origin {
    private final Class<?> one;
    private final String artifact;
    private final String variable;

    /**
     * The origin of an artifact.
     *
     * @param one a class of it
     * @param variable the environment variable that has the revision of its sources, when they were compiled
     */
    public Origin(Class<?> one, String artifact, String variable) {
        this.one = one;
        this.artifact = artifact;
        this.variable = variable;
    }

    /** Whether it is the released jar. */
    public boolean isReleased() {
        return Jars.isOf(one, artifact);
    }

    /**
     * The version of the released jar, or the revision whose sources were compiled against released jars. The revision is
     * what somebody says; the hash of the sources is what they are.
     */
    public String version() {
        if (isReleased()) {
            return Jars.version(one, artifact);
        }
        String revision = System.getenv(variable);
        return "compiled from its sources at " + (revision == null ? "an unnamed revision" : revision)
                + ", whose SHA-256 begins with " + Jars.sources(one);
    }

    /** What the head of a record has to say of it; nothing of a released jar. */
    public List<String> doubles() {
        if (isReleased()) {
            return List.of();
        }
        return List.of(artifact + " is compiled, unchanged, from its sources of the revision that the versions name,"
                + " since its jar could not be had from Maven Central.");
    }
}
