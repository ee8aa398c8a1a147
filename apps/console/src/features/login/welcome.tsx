import { Link } from "react-router";
import "../../lib/components/button.css";
import { useT } from "../../lib/i18n/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { LoginFrame } from "./login-frame.tsx";
import { SignupLink } from "./signup-link.tsx";

/** Home on a public host, for who is not signed in. */
export function Welcome() {
  const t = useT("login");
  return (
    <LoginFrame title={t("welcome")} lead={t("lead")}>
      <Link className="udt-button login-submit login-after" data-primary to={paths.login(paths.home())}>
        {t("title")}
      </Link>
      <p className="login-other">
        <SignupLink />
      </p>
    </LoginFrame>
  );
}
