import { SkeletonRows } from "../components/index.ts";
import { Dialog } from "../form/dialog.tsx";
import { lateComponent } from "../late/late-component.tsx";
import type { ViewerProps } from "./pictured.ts";

/** Comes when the first picture is opened. */
export const LateStepViewer = lateComponent<ViewerProps>(
  async () => (await import("./step-viewer.tsx")).StepViewer,
  ({ onClose }, waiting = <SkeletonRows rows={6} />) => (
    <Dialog width="min(1100px, 94vw)" footer={null} onCancel={onClose}>
      {waiting}
    </Dialog>
  ),
);
