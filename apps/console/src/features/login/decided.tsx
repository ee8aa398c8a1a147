import { Link } from "react-router";
import { CheckIcon } from "../../lib/components/icons.tsx";
import { useT } from "../../lib/i18n/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { LoginFrame } from "./login-frame.tsx";

/** What an administrator decided while who registered was still here. */
export function Decided({ decision }: { decision: "approved" | "rejected" }) {
  const t = useT("login");
  return (
    <LoginFrame title={t(`decided.${decision}`)} lead={t(`decided.${decision}_text`)}>
      {decision === "approved" && (
        <div className="login-done" role="status">
          <span aria-hidden>
            <CheckIcon />
          </span>
          <p>{t("decided.next")}</p>
        </div>
      )}
      <Link
        className="udt-button login-submit"
        to={paths.login()}
        {...(decision === "approved" && { "data-primary": true })}
      >
        {t("signup.back")}
      </Link>
    </LoginFrame>
  );
}
