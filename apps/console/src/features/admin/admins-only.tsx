import { LockOutlined } from "@ant-design/icons";
import { useQuery } from "@tanstack/react-query";
import { adminEndpoints } from "@udt/contract/endpoints/admin";
import { queryOf } from "../../lib/api/queries.ts";
import { EmptyState } from "../../lib/components/index.ts";
import { LinkButton } from "../../lib/components/link-button.tsx";
import { anyOf } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { paths } from "../../lib/navigation/paths.ts";

/** Document 1 §6: nobody else gets in; and is told so, and whom to ask, under the address that was opened. */
export function AdminsOnly() {
  const t = useT("admin");
  const common = useT("common");
  const errors = useT("errors");
  const { data } = useQuery(queryOf(adminEndpoints.adminNames, {}));
  return (
    <EmptyState
      isPage
      icon={<LockOutlined />}
      title={errors("no_permission_title")}
      action={<LinkButton to={paths.home()}>{common("home")}</LinkButton>}
    >
      {t("only")}
      {data && <p>{t("let_in", { names: anyOf(data.administrators) })}</p>}
    </EmptyState>
  );
}
