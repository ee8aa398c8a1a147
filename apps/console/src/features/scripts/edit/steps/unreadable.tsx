import { FileTextOutlined } from "@ant-design/icons";
import type { Fault } from "@udt/low-code";
import { Button } from "antd";
import { EmptyState } from "../../../../lib/components/index.ts";
import { useFormat } from "../../../../lib/format/index.ts";
import { useT } from "../../../../lib/i18n/index.ts";
import { saidLine } from "../../../../lib/words/index.ts";

/** Why a text cannot be shown as steps, and the way to its lines. */
export function Unreadable(props: { faults: readonly Fault[]; onText: (line: number | undefined) => void }) {
  const t = useT("steps");
  const format = useFormat();
  const { faults, onText } = props;
  const [first] = faults;
  return (
    <EmptyState
      icon={<FileTextOutlined />}
      title={t("unreadable.title")}
      action={
        <Button type="primary" onClick={() => onText(first?.line)}>
          {first ? t("unreadable.go", { line: format.number(first.line) }) : t("unreadable.back")}
        </Button>
      }
    >
      <p role="alert">{first ? saidLine(first.said) : t("unreadable.text")}</p>
    </EmptyState>
  );
}
