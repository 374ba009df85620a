package stepdown.conformance.flink;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.apache.flink.runtime.leaderelection.LeaderContender;
import org.apache.flink.runtime.leaderelection.LeaderElection;

/** Stands for a component: confirms within the grant, or keeps the session until it is told to. */
class Contender implements LeaderContender {
    /** What a record says of it. */
    static final String DOUBLE =
            "Contenders only confirm: restserver within the grant, the others when told; a failed confirmation of"
                    + " dispatcher or job, or an error handed to any contender, ends the process.";

    final Component component;
    final Node process;
    final String address;
    final LeaderElection election;
    final List<UUID> granted = new ArrayList<>();

    Contender(Component component, Node process, LeaderElection election) {
        this.component = component;
        this.process = process;
        this.address = component.address(process.host());
        this.election = election;
    }

    void start() throws Exception {
        election.startLeaderElection(this);
    }

    /** The granted sessions that it has not confirmed yet. */
    List<UUID> granted() {
        return granted;
    }

    /** Confirms a session; the service answers later. */
    void confirm(UUID session) {
        granted.remove(session);
        process.naming("confirm " + component.word, session);
        election.confirmLeadershipAsync(session, address).whenComplete((done, error) -> {
            if (error != null) {
                process.confirmationFailed(component, session, error);
            }
        });
    }

    @Override
    public void grantLeadership(UUID session) {
        if (component.inline) {
            confirm(session);
        } else {
            granted.add(session);
        }
    }

    @Override
    public void revokeLeadership() {}

    @Override
    public void handleError(Exception error) {
        process.exit(error);
    }
}
