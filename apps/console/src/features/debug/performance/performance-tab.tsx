import { lazy, Suspense } from "react";
import { SkeletonRows } from "../../../lib/components/index.ts";

// Charts are large and most sessions never open them.
const PerformancePanel = lazy(() => import("./performance-panel.tsx"));

export const PerformanceTab = () => (
  <Suspense fallback={<SkeletonRows rows={4} />}>
    <PerformancePanel />
  </Suspense>
);
