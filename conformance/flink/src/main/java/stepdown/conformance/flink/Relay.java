package stepdown.conformance.flink;

import java.util.Set;
import java.util.UUID;
import org.apache.flink.runtime.leaderelection.LeaderElectionDriver;
import org.apache.flink.runtime.leaderelection.LeaderInformation;
import org.apache.flink.runtime.leaderelection.LeaderInformationRegister;

/**
 * Stands between the driver and the service: names what is queued, and emulates the proposed fixes that change what the
 * service hears.
 */
final class Relay implements LeaderElectionDriver.Listener {
    private static final Set<String> SPARING = Set.of("ignore_pending_confirm", "ignore_pending_grant", "keep_own");

    private final LeaderElectionDriver.Listener service;
    private final Node process;

    Relay(LeaderElectionDriver.Listener service, Node process) {
        this.service = service;
        this.process = process;
    }

    @Override
    public void onGrantLeadership(UUID session) {
        process.begin(session);
        process.naming("grant", session);
        service.onGrantLeadership(session);
    }

    @Override
    public void onRevokeLeadership() {
        process.executor().naming("revoke");
        service.onRevokeLeadership();
    }

    @Override
    public void onLeaderInformationChange(String component, LeaderInformation external) {
        service.onLeaderInformationChange(component, external);
    }

    @Override
    public void onLeaderInformationChange(LeaderInformationRegister external) {
        if (process.fixes().contains("on_executor")) {
            process.executor().naming("handle change event");
            process.executor().execute(() -> handOn(external));
        } else {
            handOn(external);
        }
    }

    @Override
    public void onError(Throwable error) {
        service.onError(error);
    }

    private void handOn(LeaderInformationRegister external) {
        if (process.fixes().stream().noneMatch(SPARING::contains)) {
            service.onLeaderInformationChange(external);
            return;
        }
        for (Component component : process.components()) {
            LeaderInformation entry = external.forComponentIdOrEmpty(component.id());
            if (!spares(component, entry)) {
                service.onLeaderInformationChange(component.id(), entry);
            }
        }
    }

    private boolean spares(Component component, LeaderInformation entry) {
        if (entry.isEmpty() || process.service().getLeaderSessionID(component.id()) != null) {
            return false;
        }
        String pending = process.issued() == null ? "ignore_pending_grant" : "ignore_pending_confirm";
        boolean own = component.address(process.host()).equals(entry.getLeaderAddress());
        return process.fixes().contains(pending) || own && process.fixes().contains("keep_own");
    }
}
