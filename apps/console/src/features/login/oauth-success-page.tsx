import { useEffect } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import "../../lib/components/button.css";
import { useT } from "../../lib/i18n/index.ts";
import { loadPage } from "../../lib/navigation/navigation.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { LoginFrame } from "./login-frame.tsx";
import { refusalText } from "./refusal-text.ts";
import { opener, readReturn, say } from "./sign-in-window.ts";

/** Where the server sends the browser after a sign-in elsewhere, whatever came of it. */
export function OauthSuccessPage() {
  const t = useT("login");
  const navigate = useNavigate();
  const { search, hash } = useLocation();
  const { error, ticket, redirect } = readReturn(search, hash);
  // A ticket is of use to the page that opened this window alone; without that page it came to nobody.
  const fault = error ?? (ticket !== undefined && opener() === null ? "sign_in_state" : undefined);
  useEffect(() => {
    if (say({ ...(ticket !== undefined && { ticket }), ...(error && { error }) })) {
      void navigate(paths.finish(), { replace: true });
    } else if (fault === "second_step_needed") void navigate(paths.secondStep(redirect), { replace: true });
    else if (!fault) loadPage(redirect);
  }, [error, fault, navigate, redirect, ticket]);
  if (!fault || fault === "second_step_needed")
    return (
      <LoginFrame title={t("success")} lead={t("success_text")}>
        {null}
      </LoginFrame>
    );
  return (
    <LoginFrame title={t("failed")} lead={refusalText(fault)}>
      <Link className="udt-button login-submit login-after" to={paths.login(redirect)} replace>
        {t("signup.back")}
      </Link>
    </LoginFrame>
  );
}
