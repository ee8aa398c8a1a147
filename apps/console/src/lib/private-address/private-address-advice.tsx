import { Link } from "react-router";
import { useT } from "../i18n/index.ts";
import { paths } from "../navigation/paths.ts";
import { useUser } from "../session/index.ts";

/**
 * What can be done about a host that is not on the public internet: where it is allowed, or whom to ask for that. It opens
 * beside what was refused; a form hears by itself when it is allowed.
 */
export function PrivateAddressAdvice({ host }: { host: string }) {
  const t = useT("common");
  if (!useUser().user_role.udt_admin) return <span>{t("private_address.ask", { host })}</span>;
  return (
    <Link to={paths.adminAddresses(host)} target="_blank">
      {t("private_address.allow", { host })}
    </Link>
  );
}
