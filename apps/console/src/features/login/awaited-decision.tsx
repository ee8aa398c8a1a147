import { CheckIcon } from "../../lib/components/icons.tsx";
import { errorText } from "../../lib/errors/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { useDecision } from "./use-decision.ts";

/** Why somebody cannot sign in yet, and what an administrator decides while they are here. */
export function AwaitedDecision({ token, error }: { token: string; error: unknown }) {
  const t = useT("login");
  const decision = useDecision(token);
  if (decision === "approved") {
    return (
      <div className="login-done" role="status">
        <span aria-hidden>
          <CheckIcon />
        </span>
        <p>
          <b>{t("decided.approved")}</b> {t("decided.next")}
        </p>
      </div>
    );
  }
  return (
    <div className="login-error" role="alert">
      {decision === "rejected" ? t("decided.rejected") : errorText(error)}
    </div>
  );
}
