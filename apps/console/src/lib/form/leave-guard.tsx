import { useEffect } from "react";
import { useBlocker } from "react-router";
import { useT } from "../i18n/index.ts";
import { Dialog } from "./dialog.tsx";

/** While `dirty`, leaving the screen asks first; closing the page makes the browser ask. */
export function LeaveGuard({ dirty }: { dirty: boolean }) {
  const t = useT("common");
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => dirty && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!dirty) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [dirty]);
  return (
    <Dialog
      open={blocker.state === "blocked"}
      title={t("unsaved.title")}
      okText={t("unsaved.leave")}
      cancelText={t("unsaved.stay")}
      okButtonProps={{ danger: true }}
      width={416}
      onOk={() => blocker.proceed?.()}
      onCancel={() => blocker.reset?.()}
    >
      {t("unsaved.text")}
    </Dialog>
  );
}
