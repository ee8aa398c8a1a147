import { useState } from "react";
import { Link, useSearchParams } from "react-router";
import { Coming, EmptyState, ErrorState, SkeletonBar } from "../../lib/components/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { useProjectId } from "../../lib/project.ts";
import { DebugSession } from "./debug-session.tsx";
import { SessionProvider, useSessionOf, useTestQuery, type TestWithViewers } from "./session.tsx";
import "./debug.css";

/** `/{projectId}/remote/debug?test_id=…&device_id=…`: one device of one test, live. */
export function DebugPage() {
  const t = useT("debug");
  const project = useProjectId();
  const [search] = useSearchParams();
  const test_id = search.get("test_id");
  const device_id = search.get("device_id");
  if (!test_id || !device_id) {
    return (
      <EmptyState isPage title={t("page.no_test")} action={<ToDevices project={project} />}>
        {t("page.no_test_text")}
      </EmptyState>
    );
  }
  return <DebugTest key={`${test_id} ${device_id}`} test_id={test_id} device_id={device_id} />;
}

function DebugTest({ test_id, device_id }: { test_id: string; device_id: string }) {
  const t = useT("debug");
  const test = useTestQuery(test_id);
  // What is shown stays when a later read fails: the streams tell for themselves whether they are alive.
  if (test.data) return <DebugDevice test={test.data} device_id={device_id} />;
  if (test.isError)
    return <ErrorState isPage title={t("page.failed")} error={test.error} onRetry={() => void test.refetch()} />;
  return (
    <Coming isPage label={t("page.loading")} className="dbg-page">
      <div className="dbg-header">
        <SkeletonBar width={160} height={20} />
        <SkeletonBar width={220} />
      </div>
      <div className="dbg-pane">
        <span className="dbg-spinner" aria-hidden />
      </div>
    </Coming>
  );
}

function DebugDevice({ test, device_id }: { test: TestWithViewers; device_id: string }) {
  const t = useT("debug");
  const project = useProjectId();
  const session = useSessionOf(test, device_id);
  // A session that ends before one's eyes keeps its log and captures at hand; one that had ended has none to keep.
  const [hadEnded] = useState(session?.stage === "over");
  if (!session) {
    return (
      <EmptyState isPage title={t("page.other_device")} action={<ToDevices project={project} />}>
        {t("page.other_device_text")}
      </EmptyState>
    );
  }
  return (
    <SessionProvider value={session}>
      <DebugSession hadEnded={hadEnded} />
    </SessionProvider>
  );
}

function ToDevices({ project }: { project: string }) {
  const t = useT("debug");
  return (
    <Link className="udt-button" to={paths.deviceList(project)}>
      {t("ended.devices")}
    </Link>
  );
}
