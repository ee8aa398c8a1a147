import { LIMITS } from "@udt/contract";
import type { WholeWorkOrder } from "@udt/contract/endpoints/work-orders";
import { Button, Input } from "antd";
import { useId, useState } from "react";
import { errorText } from "../errors/index.ts";
import { useT } from "../i18n/index.ts";
import "./fault-form.css";
import { useReportFault, type Fault } from "./use-work-orders.ts";

interface FaultFormProps {
  /** Null: an administrator of the server reports it. */
  project: string | null;
  /** The device, and the session or run in which it was found to be broken. */
  of: Omit<Fault, "text">;
  onReported: (order: WholeWorkOrder) => void;
  onCancel: () => void;
}

/** In which somebody says what is wrong with a device. What was refused stays, to be sent again. */
export function FaultForm({ project, of, onReported, onCancel }: FaultFormProps) {
  const t = useT("work-orders");
  const common = useT("common");
  const label = useId();
  const [text, setText] = useState("");
  const report = useReportFault(project);
  return (
    <form
      className="fault-form"
      onSubmit={(event) => {
        event.preventDefault();
        report.mutate({ ...of, text }, { onSuccess: onReported });
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
        <p className="fault-form-refused" role="alert">
          {errorText(report.error)}
        </p>
      )}
      <div>
        <Button onClick={onCancel}>{common("cancel")}</Button>
        <Button type="primary" htmlType="submit" disabled={text.trim() === ""} loading={report.isPending}>
          {t("report.send")}
        </Button>
      </div>
    </form>
  );
}
