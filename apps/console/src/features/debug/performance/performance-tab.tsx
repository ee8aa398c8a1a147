import { SkeletonRows } from "../../../lib/components/index.ts";
import { lateComponent } from "../../../lib/late/late-component.tsx";

/** Charts are large and most sessions never open them. */
export const PerformanceTab = lateComponent(
  async () => (await import("./performance-panel.tsx")).default,
  (_, waiting = <SkeletonRows rows={4} />) => waiting,
);
