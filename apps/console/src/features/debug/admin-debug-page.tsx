import { useQuery } from "@tanstack/react-query";
import { testEndpoints } from "@udt/contract/endpoints/tests";
import { Navigate, useSearchParams } from "react-router";
import { Coming, EmptyState, ErrorState, SkeletonBar } from "../../lib/components/index.ts";
import { LinkButton } from "../../lib/components/link-button.tsx";
import { queryOf } from "../../lib/api/queries.ts";
import { useT } from "../../lib/i18n/index.ts";
import { paths } from "../../lib/navigation/paths.ts";

/** `/admin/remote/debug?test_id=…&device_id=…`: leads to the session in whichever project it is. */
export default function AdminDebugPage() {
  const t = useT("debug");
  const [search] = useSearchParams();
  const test_id = search.get("test_id");
  if (!test_id)
    return (
      <EmptyState
        isPage
        title={t("page.no_test")}
        action={<LinkButton to={paths.admin("device")}>{t("ended.devices")}</LinkButton>}
      >
        {t("page.no_test_text")}
      </EmptyState>
    );
  return <ToProject test_id={test_id} device_id={search.get("device_id")} />;
}

function ToProject({ test_id, device_id }: { test_id: string; device_id: string | null }) {
  const t = useT("debug");
  const test = useQuery(queryOf(testEndpoints.adminTestGet, { params: { test_id } }));
  if (test.isError)
    return <ErrorState isPage title={t("page.failed")} error={test.error} onRetry={() => void test.refetch()} />;
  if (!test.data) {
    return (
      <Coming isPage label={t("page.loading")}>
        <SkeletonBar width={220} />
      </Coming>
    );
  }
  const device = device_id ?? test.data.devices[0]?.device_id ?? "";
  return <Navigate to={paths.debug(test.data.project_id, test_id, device)} replace />;
}
