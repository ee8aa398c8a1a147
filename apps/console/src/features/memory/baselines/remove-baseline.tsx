import { CloseOutlined } from "@ant-design/icons";
import type { MemoryBaseline } from "@udt/contract";
import { App } from "antd";
import { useT } from "../../../lib/i18n/index.ts";
import { useRemoveBaseline } from "./use-baselines.ts";

/** Ends that a sample is a baseline, once who asked for it has said so again. */
export function RemoveBaseline({ project, baseline }: { project: string; baseline: MemoryBaseline }) {
  const t = useT("baselines");
  const { modal } = App.useApp();
  const remove = useRemoveBaseline(project);
  const { app_name: app, branch, baseline_id } = baseline;
  const name = t("remove", { branch });
  const ask = () =>
    void modal.confirm({
      title: t("remove_ask", { app, branch }),
      content: t("remove_goes"),
      okText: t("remove_ok"),
      okButtonProps: { danger: true },
      // The error policy tells a refusal.
      onOk: () => remove.mutateAsync(baseline_id).catch(() => undefined),
    });
  return (
    <button type="button" className="udt-icon-button" aria-label={name} title={name} onClick={ask}>
      <CloseOutlined />
    </button>
  );
}
