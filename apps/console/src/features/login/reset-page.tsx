import { ApiError } from "@udt/client";
import { useState } from "react";
import { Link } from "react-router";
import "../../lib/components/button.css";
import { useT } from "../../lib/i18n/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { BackToSignIn } from "./forgot-page.tsx";
import { LoginFrame } from "./login-frame.tsx";
import { NewPasswordForm } from "./new-password-form.tsx";
import { useResetPassword } from "./use-forgotten.ts";

/** Where the mailed link leads: sets a new password. What proves it is behind the `#`, which no server log has. */
export function ResetPage() {
  const t = useT("login");
  const reset = useResetPassword();
  const [token] = useState(() => window.location.hash.slice(1));
  const isOver = reset.error instanceof ApiError && reset.error.code === "password_link_over";
  if (reset.isSuccess) {
    return (
      <LoginFrame title={t("reset.done")} lead={t("reset.done_text")}>
        <BackToSignIn />
      </LoginFrame>
    );
  }
  if (token === "" || isOver) {
    return (
      <LoginFrame title={t("link_over")} lead={t("link_over_text")}>
        <Link className="udt-button login-submit" to={paths.forgotPassword()}>
          {t("forgot.again")}
        </Link>
      </LoginFrame>
    );
  }
  return (
    <LoginFrame title={t("reset.title")} lead={t("reset.lead")}>
      <NewPasswordForm
        submitLabel={t("reset.submit")}
        pendingLabel={t("reset.submitting")}
        setting={reset}
        onPassword={(new_password) => reset.mutate({ token, new_password })}
      />
    </LoginFrame>
  );
}
