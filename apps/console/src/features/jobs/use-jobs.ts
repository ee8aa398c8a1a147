import { keepPreviousData, skipToken, useMutation, useQuery } from "@tanstack/react-query";
import {
  tagsIn,
  type Framework,
  type Job,
  type JobConfig,
  type JobConfigInput,
  type Timing,
  type Verdict,
} from "@udt/contract";
import { accountEndpoints, jobEndpoints } from "@udt/contract/endpoints/jobs";
import { runReadEndpoints } from "@udt/contract/endpoints/runs";
import { scheduleEndpoints } from "@udt/contract/endpoints/schedules";
import { api } from "../../lib/api/api.ts";
import type { ReadName } from "../../lib/api/keys.ts";
import { queryOf, useStale } from "../../lib/api/queries.ts";
import { useSettled } from "../../lib/common/use-settled.ts";
import { usePrivileges } from "../../lib/privileges/index.ts";
import { whileTesting } from "../../lib/runs/index.ts";

export interface JobFilters {
  keyword: string;
  framework: Framework | undefined;
  verdict: Verdict | undefined;
  page_num: number;
  page_size: number;
}

export const useJobs = (project: string, filters: JobFilters) =>
  useQuery({
    ...queryOf(jobEndpoints.jobList, { query: { project, ...filters } }),
    placeholderData: keepPreviousData,
  });

export const useJob = (project: string, job_id: string | undefined) =>
  useQuery({
    ...queryOf(jobEndpoints.jobGet, { params: { job_id: job_id ?? "" }, query: { project } }),
    enabled: job_id !== undefined,
  });

export const useJobRuns = (project: string, job_id: string, page: { page_num: number; page_size: number }) =>
  useQuery({
    ...queryOf(runReadEndpoints.runList, { query: { project, job_id, ...page } }),
    placeholderData: keepPreviousData,
    refetchInterval: whileTesting,
  });

/** Whether a choice says enough to look for devices. */
export const isWholeChoice = (devices: JobConfig["devices"]): boolean =>
  devices.kind === "devices" ? devices.device_ids.length > 0 : devices.rules.every(({ values }) => values.length > 0);

/** Which devices a choice finds now, and which of them runs take; nothing while it is not whole, or by tags that the reader may not see; asked anew as the choice is edited. */
export function useChosenDevices(
  project: string,
  { os, devices: edited, only_healthy }: Pick<JobConfig, "os" | "devices" | "only_healthy">,
) {
  const devices = useSettled(edited);
  const { may } = usePrivileges(project);
  const asks = isWholeChoice(devices) && (tagsIn(devices).length === 0 || may("tag.view"));
  const found = useQuery({
    ...queryOf(jobEndpoints.jobDevices, { query: { project }, body: { os, devices, only_healthy } }),
    placeholderData: keepPreviousData,
    enabled: asks,
  });
  return asks ? found.data : undefined;
}

export const useSchedules = (
  project: string,
  job_id: string,
  list: { keyword: string; page_num: number; page_size: number },
) =>
  useQuery({
    ...queryOf(scheduleEndpoints.scheduleList, { query: { project, job_id, ...list } }),
    placeholderData: keepPreviousData,
  });

export const useAccountFiles = (project: string, filter: { keyword?: string; page_num?: number; page_size: number }) =>
  useQuery({
    ...queryOf(accountEndpoints.accountFileList, { query: { project, ...filter } }),
    placeholderData: keepPreviousData,
  });

/** The next times of a timing; silent while it is not one. */
export function useNextTimes(project: string, timing: Timing | undefined) {
  const preview = timing && queryOf(scheduleEndpoints.schedulePreview, { query: { project }, body: { timing } });
  return useQuery({
    queryKey: preview?.queryKey ?? [scheduleEndpoints.schedulePreview.name, project],
    queryFn: preview?.queryFn ?? skipToken,
    retry: false,
  });
}

/** Everything that changes jobs, schedules and account files; what it changed is read anew. */
export function useJobActions(project: string) {
  const stale = useStale();
  const query = { project };
  const after = (...names: ReadName[]) => ({ onSettled: () => stale(names, project) });
  const jobs = after("jobList", "jobGet", "runList");
  const schedules = after("scheduleList", "jobList", "jobGet");
  return {
    save: useMutation({
      mutationFn: ({ job, name, config }: { job: Job | undefined; name: string; config: JobConfigInput }) =>
        job
          ? api.call(jobEndpoints.jobUpdate, {
              params: { job_id: job.job_id },
              query,
              body: { name, config, revision: job.revision },
            })
          : api.call(jobEndpoints.jobCreate, { query, body: { name, config } }),
      ...jobs,
    }),
    copy: useMutation({
      mutationFn: ({ job_id, name }: { job_id: string; name: string }) =>
        api.call(jobEndpoints.jobCopy, { params: { job_id }, query, body: { name } }),
      ...jobs,
    }),
    remove: useMutation({
      mutationFn: (job_id: string) => api.call(jobEndpoints.jobDelete, { params: { job_id }, query }),
      ...jobs,
    }),
    saveSchedule: useMutation({
      mutationFn: ({ schedule_id, ...wish }: { schedule_id?: string; job_id: string; name: string; timing: Timing }) =>
        schedule_id === undefined
          ? api.call(scheduleEndpoints.scheduleCreate, { query, body: wish })
          : api.call(scheduleEndpoints.scheduleUpdate, {
              params: { schedule_id },
              query,
              body: { name: wish.name, timing: wish.timing },
            }),
      ...schedules,
    }),
    setSchedule: useMutation({
      mutationFn: ({ schedule_id, state }: { schedule_id: string; state: "started" | "stopped" }) =>
        api.call(scheduleEndpoints.scheduleState, { params: { schedule_id }, query, body: { state } }),
      ...schedules,
    }),
    removeSchedule: useMutation({
      mutationFn: (schedule_id: string) =>
        api.call(scheduleEndpoints.scheduleDelete, { params: { schedule_id }, query }),
      ...schedules,
    }),
    addAccounts: useMutation({
      mutationFn: (body: { name: string; content: string }) =>
        api.call(accountEndpoints.accountFileCreate, { query, body }),
      ...after("accountFileList"),
    }),
    /** Adds a file, or changes the one that has the id. */
    saveAccounts: useMutation({
      mutationFn: ({
        account_file_id,
        name,
        content,
      }: {
        account_file_id: string | undefined;
        name: string;
        content: string | undefined;
      }) =>
        account_file_id === undefined
          ? api.call(accountEndpoints.accountFileCreate, { query, body: { name, content: content ?? "" } })
          : api.call(accountEndpoints.accountFileUpdate, {
              params: { account_file_id },
              query,
              body: content === undefined ? { name } : { name, content },
            }),
      ...after("accountFileList", "accountFileGet", "configNames"),
    }),
    removeAccounts: useMutation({
      mutationFn: (account_file_id: string) =>
        api.call(accountEndpoints.accountFileDelete, { params: { account_file_id }, query }),
      ...after("accountFileList", "accountFileGet", "configNames"),
    }),
  };
}
