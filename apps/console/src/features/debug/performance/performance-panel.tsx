import { useQuery } from "@tanstack/react-query";
import type { Resource } from "@udt/contract";
import { useEffect, useState } from "react";
import { useStale } from "../../../lib/api/queries.ts";
import { EmptyState } from "../../../lib/components/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { ChartIcon } from "../icons.tsx";
import { useSession } from "../session.tsx";
import { resourcesQuery } from "../use-device-actions.ts";
import { LiveView } from "./live-view.tsx";
import { RecordedView } from "./recorded-view.tsx";
import { PerformanceRecordings, performanceRecordingsOf } from "../performance-recordings/performance-recordings.tsx";
import "./performance.css";

/** What the device and an app on it spend: live, and as it was recorded in this test. */
export default function PerformancePanel() {
  const t = useT("debug");
  const session = useSession();
  const { project, running, device, test_device } = session;
  const stale = useStale();
  const resources = useQuery(resourcesQuery(session));
  const recordings = performanceRecordingsOf(resources.data?.resource_list ?? []);
  const [opened, setOpened] = useState<Resource>();
  const onRecording = () => void stale(["resourceList"], project);
  const isOver = test_device.state === "done";
  useEffect(() => {
    // What was being recorded ends with the session.
    if (isOver) void stale(["resourceList"], project);
  }, [isOver, stale, project]);
  const canMeasure = device === undefined || device.capabilities.includes("performance");
  return (
    <div className="dbg-scroll dbg-perf">
      {running && canMeasure && (
        <div hidden={opened !== undefined}>
          <LiveView isCovered={opened !== undefined} onRecording={onRecording} />
        </div>
      )}
      {opened && <RecordedView recording={opened} onClose={() => setOpened(undefined)} />}
      {!opened && !canMeasure && <EmptyState icon={<ChartIcon />} title={t("performance.not_this_device")} />}
      {!opened && canMeasure && !running && recordings.length === 0 && (
        <EmptyState icon={<ChartIcon />} title={t("performance.none")}>
          {t("performance.none_text")}
        </EmptyState>
      )}
      {recordings.length > 0 && <PerformanceRecordings list={recordings} onOpen={setOpened} />}
    </div>
  );
}
