import type { AlertEvent, AlertKind, CaseTotals, ExecutionState, Said, TriggerEvent, Verdict } from "@udt/contract";
import type { Queries } from "../../platform/database/database.ts";

/** What a message about an automated test tells. */
export interface TestFacts {
  test_id: string;
  job_name: string;
  /** Missing in what was queued before runs had numbers. */
  run_number?: number;
  /** Where the test stands; `ended`, `timed_out` and the like once it is over. */
  execution: ExecutionState;
  /** Null while it runs. */
  verdict: Verdict | null;
  totals: CaseTotals;
  device_count: number;
  /** Path of its report below the console's base path, such as `/demo/auto/job/j1/test/t1`. */
  url: string;
  /** Who or what started it, by the name that people know. */
  initiator: string;
  started_at: number | null;
  ended_at: number | null;
}

/** An event of an automated test, as the jobs' side tells it to {@link import("./notifications.service.ts").NotificationsService.enqueue}. */
export interface TestNotice {
  project_id: string;
  event: TriggerEvent;
  /** Null for a run that is of no saved job: triggers of one job do not hear of it. */
  job_id: string | null;
  test: TestFacts;
}

/** What went on in a project in a time. */
export interface ProjectSummary {
  runs: { total: number; passed: number; failed: number; incomplete: number };
  cases: { total: number; success: number; skipped: number; failed: number };
  /** Jobs with most failed cases, worst first. */
  failing_jobs: { job_name: string; failed: number }[];
  debug_sessions: number;
  people: number;
  devices: number;
  /** Tests that a lost device or agent ended. */
  lost: number;
}

/** What is told of, asked where it is kept. */
export interface ToldOf {
  /** Names of those of these jobs that are in the project still. */
  jobNames(db: Queries, project_id: string, job_ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** What ended in a project from `from` to before `to`. */
  summarise(db: Queries, project_id: string, from: number, to: number): Promise<ProjectSummary>;
}

/** What a message about the installation tells. */
export interface AlertFacts {
  event: AlertEvent;
  kind: AlertKind;
  /** How many of the kind there are; the first of them are told. */
  count: number;
  alerts: { alert_id: string; subject: string; reason: Said; since: number; until: number | null }[];
}

/** What a delivery says, kept in the queue; the words are found when it is sent, in the channel's language of then. */
export type DeliveryFacts =
  | { event: TriggerEvent; project_name: string; job_id: string | null; test: TestFacts }
  | {
      event: "digest";
      project_name: string;
      from: number;
      to: number;
      time_zone: string;
      summary: ProjectSummary;
      /** Path of the project's reports, or of its debug sessions where no run ended. */
      url: string;
    }
  | (AlertFacts & { url: string })
  /** The name is null where the installation itself sends it. */
  | { event: "test-message"; project_name: string | null; user_name: string; url: string };
