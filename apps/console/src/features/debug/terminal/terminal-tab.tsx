import { SkeletonRows } from "../../../lib/components/index.ts";
import { lateComponent } from "../../../lib/late/late-component.tsx";
import { useSession } from "../session.tsx";
import { useTabActive } from "../tabs/tabs.tsx";

// xterm is large and most sessions never open it.
const TerminalView = lateComponent(
  async () => (await import("./terminal-view.tsx")).default,
  (_, waiting = <SkeletonRows rows={4} />) => waiting,
);

export function TerminalTab() {
  const active = useTabActive();
  const { stage } = useSession();
  return <TerminalView active={active} stage={stage} />;
}
