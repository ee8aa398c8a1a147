import { FileSearchOutlined, PlayCircleOutlined } from "@ant-design/icons";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { appEndpoints } from "@udt/contract/endpoints/apps";
import { deviceEndpoints } from "@udt/contract/endpoints/devices";
import { jobEndpoints } from "@udt/contract/endpoints/jobs";
import { libraryEndpoints } from "@udt/contract/endpoints/libraries";
import { memberEndpoints } from "@udt/contract/endpoints/members";
import { runReadEndpoints } from "@udt/contract/endpoints/runs";
import { useNavigate } from "react-router";
import { queryOf, type Read } from "../../lib/api/queries.ts";
import { deviceName } from "../../lib/device-name/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { numbered, useRunJob, useTellNoStart } from "../../lib/runs/index.ts";
import { useIsGuest } from "../../lib/session/index.ts";
import type { MenuIcon } from "../menu-icon.ts";
import { MENU_ICONS, useMenu } from "../use-menu.tsx";
import type { Entry, Section } from "./entries.ts";

/** How many of each kind are offered; the kind's own list has the rest. */
const OFFERED = 5;

/** What the server finds in the open project, of each kind that its menu has for whoever asks. */
export function useFound(project: string, keyword: string): Section[] {
  const t = useT("app");
  const guest = useIsGuest(project);
  const run = useRun(project);
  const menu = useMenu(project);
  const has = (icon: MenuIcon) => keyword !== "" && menu.some((one) => one.menu.icon === icon);
  const query = { project, keyword, page_size: OFFERED };
  const devices = useAsked(queryOf(deviceEndpoints.deviceList, { query }), has("devices"));
  const jobs = useAsked(queryOf(jobEndpoints.jobList, { query }), has("jobs"));
  const runs = useAsked(queryOf(runReadEndpoints.runList, { query }), has("reports"));
  const cases = useAsked(queryOf(libraryEndpoints.caseSearch, { query }), has("cases"));
  const apps = useAsked(queryOf(appEndpoints.appList, { query }), has("apps"));
  const people = useAsked(
    queryOf(memberEndpoints.memberList, { params: { project_id: project }, query: { keyword, page_size: OFFERED } }),
    has("members"),
  );
  const section = <T,>(
    [key, label]: readonly [string, string],
    read: { data: { list: readonly T[] } | undefined; isFetching: boolean; isOld: boolean; isFailed: boolean },
    entryOf: (found: T) => Entry,
  ): Section => ({
    key,
    label,
    entries: (read.data?.list ?? []).map(entryOf),
    isPending: read.isFetching,
    isOld: read.isOld,
    isFailed: read.isFailed,
  });
  return [
    section(["devices", t("title.devices")], devices, (device) => ({
      key: device.device_id,
      label: deviceName(device),
      note: [device.brand, device.serial].filter(Boolean).join(" · "),
      icon: MENU_ICONS.devices,
      to: paths.device(project, device.device_id),
    })),
    section(["runs", t("title.reports")], runs, (run) => ({
      key: run.test_id,
      label: numbered(run),
      note: run.user_name,
      icon: MENU_ICONS.reports,
      to: paths.run(project, run.test_id, run.job_id ?? undefined),
    })),
    section(["jobs", t("title.jobs")], jobs, (job) => ({
      key: job.job_id,
      label: job.name,
      note: job.library_name || job.app_name,
      icon: MENU_ICONS.jobs,
      to: paths.job(project, job.job_id),
    })),
    section(["run", t("palette.run_now")], { ...jobs, data: guest ? undefined : jobs.data }, (job) => ({
      key: `run ${job.job_id}`,
      label: job.name,
      note: job.library_name || job.app_name,
      icon: <PlayCircleOutlined />,
      act: () => run(job.job_id),
    })),
    section(["cases", t("palette.cases")], cases, (one) => ({
      key: `${one.library_id} ${one.case_key}`,
      label: one.name,
      note: `${one.library_name} · ${one.file}`,
      icon: <FileSearchOutlined />,
      to: `${paths.library(project, one.library_id)}?${new URLSearchParams({ keyword: one.name })}`,
    })),
    section(["apps", t("title.apps")], apps, (app) => ({
      key: app.app_id,
      label: app.name || app.file_name,
      note: [app.package_name, app.version_name].filter(Boolean).join(" "),
      icon: MENU_ICONS.apps,
      to: `${paths.apps(project)}?app_id=${encodeURIComponent(app.app_id)}`,
    })),
    section(["people", t("palette.people")], people, (person) => ({
      key: person.user_id,
      label: person.user_name,
      note: person.email,
      icon: MENU_ICONS.members,
      to: `${paths.members(project)}?${new URLSearchParams({ keyword: person.user_name })}`,
    })),
  ];
}

/** Runs a task and goes to where it can be watched, though the search has closed by then. */
function useRun(project: string): (job_id: string) => void {
  const { mutateAsync } = useRunJob(project);
  const navigate = useNavigate();
  const tell = useTellNoStart();
  return (job_id) =>
    void mutateAsync({ job_id }).then(({ test_id }) => navigate(paths.run(project, test_id, job_id)), tell);
}

/** What was found stays while more letters are looked for, and goes with the last of them. */
function useAsked<Data>(read: Read<Data>, enabled: boolean) {
  const asked = useQuery({ ...read, enabled, placeholderData: keepPreviousData });
  const { data, isFetching, isPlaceholderData: isOld, isError, isPaused } = asked;
  // Without a network nothing is asked before it is back.
  return { data: enabled ? data : undefined, isFetching, isOld, isFailed: enabled && (isError || isPaused) };
}
