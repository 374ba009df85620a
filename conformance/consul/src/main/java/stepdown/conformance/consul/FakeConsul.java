package stepdown.conformance.consul;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * What a Consul server keeps: sessions with a TTL, one key of the KV store, its lock-delay, and the index of raft. Its
 * clock is counted in ticks that the harness lets pass.
 *
 * <p>One thread at a time is let through, so that each of these is one step, as raft makes it.
 */
final class FakeConsul {

    /** A session; {@code left} is how many ticks it has. */
    static final class Session {
        final String id;
        final String owner;
        final String name;
        final long created;
        int left;

        private Session(String id, String owner, String name, long created, int left) {
            this.id = id;
            this.owner = owner;
            this.name = name;
            this.created = created;
            this.left = left;
        }
    }

    /** The key, with the indexes that Consul tells of it. */
    record Key(String value, String session, long created, long modified, long locked) {}

    /** What the server says to an acquire. */
    enum Acquired { YES, NO, UNKNOWN_SESSION }

    private final int expiry;
    private final int lockDelay;
    private final List<Session> sessions = new ArrayList<>();
    private final Map<String, String> latest = new HashMap<>();
    private Key key;
    private int delay;
    private long index = 10;
    private int issued;

    /** A session expires when twice its TTL is over; both numbers are in ticks. */
    FakeConsul(int ttl, int lockDelay) {
        this.expiry = 2 * ttl;
        this.lockDelay = lockDelay;
    }

    synchronized String create(String owner, String name) {
        // Ids are the same in every run, so that a record made afresh is the same, too.
        String id = UUID.nameUUIDFromBytes(("session " + ++issued).getBytes(StandardCharsets.UTF_8)).toString();
        sessions.add(new Session(id, owner, name, ++index, expiry));
        latest.put(owner, id);
        return id;
    }

    /** The session that a node was given last, alive or not. */
    synchronized String latest(String owner) {
        return latest.get(owner);
    }

    /** The live session of this id, or null. */
    synchronized Session session(String id) {
        return sessions.stream().filter(one -> one.id.equals(id)).findFirst().orElse(null);
    }

    synchronized Session renew(String id) {
        Session session = session(id);
        if (session != null) {
            session.left = expiry;
        }
        return session;
    }

    /** A write that takes the lock for a session. */
    synchronized Acquired acquire(String value, String id) {
        // The raft leader looks at this before the write, and so before the session.
        if (delay > 0) {
            return Acquired.NO;
        }
        if (session(id) == null) {
            return Acquired.UNKNOWN_SESSION;
        }
        if (key != null && key.session() != null && !key.session().equals(id)) {
            return Acquired.NO;
        }
        boolean held = key != null && key.session() != null;
        if (held && key.value().equals(value)) {
            return Acquired.YES;
        }
        long at = ++index;
        long locked = (key == null ? 0 : key.locked()) + (held ? 0 : 1);
        key = new Key(value, id, key == null ? at : key.created(), at, locked);
        return Acquired.YES;
    }

    /** A write without a session: never refused, whatever the lock-delay; the key keeps its session. */
    synchronized void write(String value) {
        if (key != null && key.value().equals(value)) {
            return;
        }
        long at = ++index;
        key = key == null ? new Key(value, null, at, at, 0) : new Key(value, key.session(), key.created(), at, key.locked());
    }

    /** The end of a session, for whatever reason. With the behaviour {@code delete} its key goes with it. */
    synchronized void end(String id) {
        sessions.removeIf(one -> one.id.equals(id));
        if (key != null && id.equals(key.session())) {
            ++index;
            key = null;
            delay = lockDelay;
        }
    }

    /** Somebody deletes the key: the session lives on, and there is no lock-delay. */
    synchronized void deleteKey() {
        ++index;
        key = null;
    }

    synchronized void tick() {
        sessions.forEach(session -> session.left = Math.max(0, session.left - 1));
        delay = Math.max(0, delay - 1);
    }

    /** The sessions whose time is over, the oldest first. */
    synchronized List<Session> due() {
        return sessions.stream().filter(session -> session.left == 0).toList();
    }

    synchronized Key key() {
        return key;
    }

    synchronized long index() {
        return index;
    }

    /** The node whose session holds the lock, or null. */
    synchronized String holder() {
        Session session = key == null || key.session() == null ? null : session(key.session());
        return session == null ? null : session.owner;
    }

    /** What can be seen of the server. Values of the key are told by whose they are. */
    synchronized void see(Map<String, String> into, Map<String, String> owners) {
        into.put("lock.value", key == null ? "absent" : owners.getOrDefault(key.value(), "other"));
        into.put("lock.session", key == null ? "absent" : holder() == null ? "none" : holder());
        into.put("lock.delay", Integer.toString(delay));
        for (String node : owners.values()) {
            into.put("consul.sessions." + node, sessions.stream()
                    .filter(session -> session.owner.equals(node))
                    .map(session -> session.left)
                    .sorted()
                    .map(String::valueOf)
                    .collect(Collectors.joining(" ")));
        }
    }
}
