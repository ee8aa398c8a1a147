import type { ReactNode } from "react";
import { SkeletonRows } from "../../../lib/components/index.ts";
import { Dialog } from "../../../lib/form/dialog.tsx";
import { loadTexts, useT } from "../../../lib/i18n/index.ts";
import { lateComponent } from "../../../lib/late/late-component.tsx";
import type { KeepDialog } from "./keep-dialog.tsx";

/** What few sessions end with: its code, and the texts of its picker, come when it is asked for. */
export const LateKeepDialog = lateComponent<Parameters<typeof KeepDialog>[0]>(
  async () => (await Promise.all([import("./keep-dialog.tsx"), loadTexts("job-config", "commits")]))[0].KeepDialog,
  ({ onClose }, waiting = <SkeletonRows rows={3} />) => <Frame onClose={onClose}>{waiting}</Frame>,
);

function Frame({ children, onClose }: { children: ReactNode; onClose: () => void }) {
  const t = useT("debug");
  return (
    <Dialog title={t("script.keep.title")} onCancel={onClose} footer={null}>
      {children}
    </Dialog>
  );
}
