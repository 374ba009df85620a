package stepdown.conformance;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Gates that threads of the real classes stop at until they are let through, so that one thread goes at a time.
 *
 * <p>A double calls {@link #stop} on the thread that came to it; the harness waits with {@link #await} until a thread is
 * at its gate, and lets it go on with {@link #pass}.
 */
public final class Gates {
    private final Map<String, String> waiting = new HashMap<>();
    private final Map<String, Object> passed = new HashMap<>();
    private final Set<String> interrupted = new HashSet<>();
    private boolean open;

    /** Waits at the gate of a thread until it is let through; tells what the harness said. */
    public synchronized Object stop(String thread, String gate) throws InterruptedException {
        if (open) {
            return null;
        }
        waiting.put(thread, gate);
        notifyAll();
        try {
            while (!passed.containsKey(thread) && !open) {
                wait();
            }
            return passed.remove(thread);
        } finally {
            waiting.remove(thread);
            notifyAll();
        }
    }

    /** The same; an interrupt meanwhile does not end that, and is kept for whatever the thread does next. */
    public Object hold(String thread, String gate) {
        boolean interrupts = Thread.interrupted();
        try {
            while (true) {
                if (interrupts) {
                    interrupted(thread);
                }
                try {
                    return stop(thread, gate);
                } catch (InterruptedException e) {
                    interrupts = true;
                }
            }
        } finally {
            if (interrupts) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private synchronized void interrupted(String thread) {
        interrupted.add(thread);
    }

    /** Whether a thread was interrupted before it left a gate that it was held at. */
    public synchronized boolean wasInterrupted(String thread) {
        return interrupted.contains(thread);
    }

    /** The gate a thread is at, or null. */
    public synchronized String at(String thread) {
        return passed.containsKey(thread) ? null : waiting.get(thread);
    }

    /** Waits until a thread is at a gate; null when it does not come there in time. */
    public synchronized String await(String thread, Duration time) throws InterruptedException {
        long end = System.nanoTime() + time.toNanos();
        while (at(thread) == null) {
            long left = end - System.nanoTime();
            if (left <= 0) {
                return null;
            }
            wait(Math.max(1, left / 1_000_000));
        }
        return waiting.get(thread);
    }

    /** Lets the thread at its gate go on, and hands it something. */
    public synchronized void pass(String thread, Object word) {
        if (at(thread) == null) {
            throw new IllegalStateException(thread + " is at no gate");
        }
        passed.put(thread, word);
        notifyAll();
    }

    /** Opens every gate for good. */
    public synchronized void open() {
        open = true;
        notifyAll();
    }
}
