import { Link } from "react-router";
import { config } from "../../lib/config/index.ts";
import { withGap } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { paths } from "../../lib/navigation/paths.ts";

/** The way to registration, where the server has it open. */
export function SignupLink() {
  const t = useT("login");
  if (!config().signup_open) return null;
  return (
    <>
      {withGap(t("no_account"))}
      <Link to={paths.signup()}>{t("signup.link")}</Link>
    </>
  );
}
