import { ToolOutlined } from "@ant-design/icons";
import { App, Button } from "antd";
import { useState } from "react";
import { useT } from "../i18n/index.ts";
import { FaultForm } from "./fault-form.tsx";

/** Says of a device that it is broken, in the place where its work orders are listed; with null an administrator of the server does. */
export function ReportFault({ project, device_id }: { project: string | null; device_id: string }) {
  const t = useT("work-orders");
  const common = useT("common");
  const { message } = App.useApp();
  const [isOpen, setOpen] = useState(false);
  if (!isOpen)
    return (
      <Button size="small" icon={<ToolOutlined />} onClick={() => setOpen(true)}>
        {common("report_broken")}
      </Button>
    );
  return (
    <FaultForm
      project={project}
      of={{ device_id, test_id: null }}
      onReported={() => {
        setOpen(false);
        void message.success(t("report.done"));
      }}
      onCancel={() => setOpen(false)}
    />
  );
}
