import { ToolOutlined } from "@ant-design/icons";
import { LIMITS } from "@udt/contract";
import { App, Button, Input } from "antd";
import { useId, useState } from "react";
import { errorText } from "../errors/index.ts";
import { useT } from "../i18n/index.ts";
import "./report-fault.css";
import { useReportFault } from "./use-work-orders.ts";

/** Says that a device is broken. What was refused stays, to be sent again. */
export function ReportFault({ project, device_id }: { project: string; device_id: string }) {
  const t = useT("work-orders");
  const common = useT("common");
  const { message } = App.useApp();
  const label = useId();
  const [text, setText] = useState<string>();
  const report = useReportFault(project, device_id);
  const close = () => {
    setText(undefined);
    report.reset();
  };
  if (text === undefined)
    return (
      <Button size="small" icon={<ToolOutlined />} onClick={() => setText("")}>
        {t("report.open")}
      </Button>
    );
  return (
    <form
      className="report-fault"
      onSubmit={(event) => {
        event.preventDefault();
        report.mutate(text, {
          onSuccess: () => {
            close();
            void message.success(t("report.done"));
          },
        });
      }}
    >
      <label htmlFor={label}>{t("report.label")}</label>
      <Input.TextArea
        id={label}
        autoFocus
        autoSize={{ minRows: 2, maxRows: 8 }}
        maxLength={LIMITS.work_order_text_max}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <small className="udt-secondary">{t("report.hint")}</small>
      {report.error && (
        <p className="report-fault-refused" role="alert">
          {errorText(report.error)}
        </p>
      )}
      <div>
        <Button onClick={close}>{common("cancel")}</Button>
        <Button type="primary" htmlType="submit" disabled={text.trim() === ""} loading={report.isPending}>
          {t("report.send")}
        </Button>
      </div>
    </form>
  );
}
