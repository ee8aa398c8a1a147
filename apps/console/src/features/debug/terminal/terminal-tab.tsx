import { lazy, Suspense } from "react";
import { SkeletonRows } from "../../../lib/components/index.ts";
import { useSession } from "../session.tsx";
import { useTabActive } from "../tabs/tabs.tsx";

// xterm is large and most sessions never open it.
const TerminalView = lazy(() => import("./terminal-view.tsx"));

export function TerminalTab() {
  const active = useTabActive();
  const { stage } = useSession();
  return (
    <Suspense fallback={<SkeletonRows rows={4} />}>
      <TerminalView active={active} stage={stage} />
    </Suspense>
  );
}
