import { Popconfirm } from "antd";
import { useT } from "../../lib/i18n/index.ts";
import { useCancelTest } from "../../lib/tests/index.ts";
import { useSession } from "./session.tsx";

/** Ends the session, once that is confirmed. */
export function EndButton() {
  const t = useT("debug");
  const common = useT("common");
  const { project, test_id } = useSession();
  const end = useCancelTest(project);
  return (
    <Popconfirm
      title={t("end.confirm_title")}
      description={t("end.confirm_text")}
      okText={t("end.confirm")}
      cancelText={common("cancel")}
      okButtonProps={{ danger: true }}
      onConfirm={() => end.mutate(test_id)}
      placement="bottomRight"
    >
      <button type="button" className="udt-button dbg-end" disabled={end.isPending}>
        {t("end.button")}
      </button>
    </Popconfirm>
  );
}
