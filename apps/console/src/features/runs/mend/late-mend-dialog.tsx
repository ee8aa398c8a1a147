import type { ReactNode } from "react";
import { SkeletonRows } from "../../../lib/components/index.ts";
import { Dialog } from "../../../lib/form/dialog.tsx";
import { loadTexts, useT } from "../../../lib/i18n/index.ts";
import { lateComponent } from "../../../lib/late/late-component.tsx";
import type { MendDialog } from "./mend-dialog.tsx";

/** Few reports are mended from: what reads the files of steps comes when it is asked for. */
export const LateMendDialog = lateComponent<Parameters<typeof MendDialog>[0]>(
  async () => (await Promise.all([import("./mend-dialog.tsx"), loadTexts("mend")]))[0].MendDialog,
  ({ onClose }, waiting = <SkeletonRows rows={3} />) => <Frame onClose={onClose}>{waiting}</Frame>,
);

function Frame({ children, onClose }: { children: ReactNode; onClose: () => void }) {
  const t = useT("runs");
  return (
    <Dialog title={t("case.mend")} onCancel={onClose} footer={null}>
      {children}
    </Dialog>
  );
}
