import type { ComponentType } from "react";
import { SkeletonRows } from "../../lib/components/index.ts";
import { lateComponent } from "../../lib/late/late-component.tsx";

const late = (load: () => Promise<ComponentType<object>>) =>
  lateComponent(load, (_, waiting = <SkeletonRows rows={4} />) => waiting);

/** Tools that are large, and that most sessions never open: their code comes with their first look. */
export const FilesTab = late(async () => (await import("./files/files-tab.tsx")).FilesTab);
export const InspectTab = late(async () => (await import("./inspect-tab.tsx")).InspectTab);
export const PerformanceTab = late(async () => (await import("./performance/performance-panel.tsx")).default);
export const MemoryTab = late(async () => (await import("./memory-recording/memory-tab.tsx")).MemoryTab);
export const CameraTab = late(async () => (await import("./camera/camera-tab.tsx")).CameraTab);
