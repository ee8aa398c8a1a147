import { ToolOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { useState } from "react";
import { Dialog } from "../form/dialog.tsx";
import { loadTexts, useT } from "../i18n/index.ts";
import { lateComponent } from "../late/late-component.tsx";
import { useIsGuest } from "../session/index.ts";
import type { ReportDialogProps } from "./report-dialog.tsx";

/** Most pages are left without it: its code and its words come with its first opening. */
const ReportDialog = lateComponent<ReportDialogProps>(
  async () => {
    const [{ ReportDialog: Loaded }] = await Promise.all([
      import("./report-dialog.tsx"),
      loadTexts("work-orders", "inspection"),
    ]);
    return Loaded;
  },
  ({ name, onClose }, waiting) =>
    waiting && (
      <Dialog title={name} footer={null} onCancel={onClose}>
        {waiting}
      </Dialog>
    ),
);

interface ReportBrokenProps extends Omit<ReportDialogProps, "onClose"> {
  /** In a row that is one of many. */
  isQuiet?: boolean;
}

/** Where a device's fault shows, in a session or a run: says so of the device. For those who may: all but guests. */
export function ReportBroken({ isQuiet = false, ...of }: ReportBrokenProps) {
  const common = useT("common");
  const [isOpen, setOpen] = useState(false);
  if (useIsGuest(of.project)) return null;
  return (
    <>
      <Button
        size={isQuiet ? "small" : "medium"}
        type={isQuiet ? "text" : "default"}
        icon={<ToolOutlined />}
        aria-label={common("labelled", { label: common("report_broken"), value: of.name })}
        onClick={() => setOpen(true)}
      >
        {common("report_broken")}
      </Button>
      {isOpen && <ReportDialog {...of} onClose={() => setOpen(false)} />}
    </>
  );
}
