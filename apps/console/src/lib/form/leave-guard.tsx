import { useBlocker, type Location } from "react-router";
import { useT } from "../i18n/index.ts";
import { Dialog } from "./dialog.tsx";
import { useAskToLeave } from "./use-ask-to-leave.ts";

/**
 * While `dirty`, leaving the screen asks first; closing the page makes the browser ask.
 * @param screenOf the search parameters that make it another screen as well
 */
export function LeaveGuard({ dirty, screenOf = [] }: { dirty: boolean; screenOf?: readonly string[] }) {
  const t = useT("common");
  const screen = ({ pathname, search }: Location) => {
    const params = new URLSearchParams(search);
    return JSON.stringify([pathname, ...screenOf.map((name) => params.get(name))]);
  };
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => dirty && screen(currentLocation) !== screen(nextLocation),
  );
  useAskToLeave(dirty);
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
