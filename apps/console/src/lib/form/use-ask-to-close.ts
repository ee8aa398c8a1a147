import { App } from "antd";
import { useT } from "../i18n/index.ts";

/** Does what loses unsaved changes; while `dirty`, asks first. */
export function useAskToLeave(dirty: boolean): (go: () => void) => void {
  const common = useT("common");
  const { modal } = App.useApp();
  return (go) => {
    if (!dirty) {
      go();
      return;
    }
    modal.confirm({
      title: common("unsaved.title"),
      content: common("unsaved.text"),
      okText: common("unsaved.leave"),
      cancelText: common("unsaved.stay"),
      okButtonProps: { danger: true },
      onOk: go,
    });
  };
}

/** Closes an editor; while `dirty`, asks first. */
export function useAskToClose(dirty: boolean, onClose: () => void): () => void {
  const ask = useAskToLeave(dirty);
  return () => ask(onClose);
}
