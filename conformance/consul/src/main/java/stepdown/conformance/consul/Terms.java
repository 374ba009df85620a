package stepdown.conformance.consul;

import com.fasterxml.jackson.databind.JsonNode;
import org.joda.time.Duration;
import stepdown.conformance.Harness.Refused;
import stepdown.conformance.Plan;

/**
 * What the sessions and the lock of a run are. What the class asks Consul for has to be what the server keeps: otherwise the
 * record would be of a class that asks for something else.
 *
 * @param ttl the TTL that Druid is given: as many whole seconds as the plan's ticks are
 * @param ttlTicks the same, in ticks
 * @param lockDelayTicks the lock-delay, in ticks
 */
record Terms(Duration ttl, int ttlTicks, int lockDelayTicks) {
    /** The key of the lock. */
    static final String LOCK = "druid/leader/overlord";
    /** The lock-delay that the class asks for, in seconds; so small a number is that for Consul, too. */
    static final long LOCK_DELAY = 5;

    /** Reads a plan, whose numbers have to be some that the class can be given, or asks for by itself. */
    static Terms of(Plan plan) throws Refused {
        int tick = plan.number("tick_us", 3_333_333);
        int ticks = plan.number("ttl", 4);
        Duration ttl = Duration.millis(((long) ticks * tick + 500) / 1_000);
        if (ttl.getStandardSeconds() < 10) {
            throw new Refused(plan.record() + ": Druid takes no leaderSessionTtl of " + ttl.getStandardSeconds()
                    + " s; expected at least 10 s");
        }
        int lockDelay = plan.number("lock_delay", 2);
        long asked = (LOCK_DELAY * 1_000_000 + tick - 1) / tick;
        if (lockDelay != asked) {
            throw new Refused(plan.record() + ": the parameter lock_delay `" + lockDelay + "`; expected " + asked
                    + ", since the class asks for " + LOCK_DELAY + " s");
        }
        return new Terms(ttl, ticks, lockDelay);
    }

    /** Fails unless a session is asked for that the server keeps. */
    void check(JsonNode asked) {
        expect("Behavior", asked.path("Behavior").asText(), "delete");
        expect("TTL", asked.path("TTL").asText(), ttl.getStandardSeconds() + "s");
        expect("LockDelay", asked.path("LockDelay").asText(), Long.toString(LOCK_DELAY));
    }

    /** Fails unless the path is that of the lock. */
    static void checkKey(String path) {
        expect("path", path, "/v1/kv/" + LOCK);
    }

    private static void expect(String what, String found, String expected) {
        if (!found.equals(expected)) {
            throw new IllegalStateException(
                    "the class asks Consul for the " + what + " `" + found + "`; expected `" + expected + "`");
        }
    }
}
