import { App } from "antd";
import { useT } from "../i18n/index.ts";

/** Closes an editor; while `dirty`, asks first. */
export function useAskToClose(dirty: boolean, onClose: () => void): () => void {
  const common = useT("common");
  const { modal } = App.useApp();
  return () => {
    if (!dirty) {
      onClose();
      return;
    }
    modal.confirm({
      title: common("unsaved.title"),
      content: common("unsaved.text"),
      okText: common("unsaved.leave"),
      cancelText: common("unsaved.stay"),
      okButtonProps: { danger: true },
      onOk: onClose,
    });
  };
}
