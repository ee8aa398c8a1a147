import { useEffect } from "react";
import { useT } from "../../lib/i18n/index.ts";
import { LoginFrame } from "./login-frame.tsx";

/** Closes a sign-in window; one that the browser does not let close says that it may be closed. */
export function FinishPage() {
  const t = useT("login");
  useEffect(() => window.close(), []);
  return (
    <LoginFrame title={t("finished")} lead={t("finished_text")}>
      {null}
    </LoginFrame>
  );
}
