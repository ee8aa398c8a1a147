import type {
  AlertEvent,
  AlertKind,
  CaseTotals,
  CertificateTrigger,
  EXPIRY_WARNING_DAYS,
  ExecutionState,
  MemoryTrigger,
  OrderTrigger,
  Said,
  WorkOrderStep,
  TestTrigger,
  Verdict,
  WorkOrderCloser,
  WorkOrderSource,
} from "@udt/contract";
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
  /** What besides its cases made it fail. Missing in what was queued before messages told it. */
  reason?: Said | null;
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
  event: TestTrigger;
  /** Null for a run that is of no saved job: triggers of one job do not hear of it. */
  job_id: string | null;
  test: TestFacts;
}

/** What a message about a work order tells. */
export interface OrderFacts {
  number: number;
  device_id: string;
  device_name: string;
  serial: string;
  source: WorkOrderSource;
  /** Of a self-check, which failed, and what it found. */
  step: WorkOrderStep | null;
  error: Said | null;
  /** Of a person. */
  text: string;
  reporter_name: string | null;
  /** Who sees to it; null: nobody. Missing in what was queued before messages told it. */
  assignee_name?: string | null;
  reported_at: number;
  /** Null while it is open. */
  closed_at: number | null;
  /** What found it mended; null while it is open. Missing in what was queued before messages told it. */
  closed_by?: WorkOrderCloser | null;
  /** Null where no person closed it. */
  closer_name: string | null;
  /** Work orders of the device that are open besides. */
  open_besides: number;
}

/** That a work order was opened, assigned or closed. */
export interface OrderNotice {
  event: OrderTrigger;
  /** Who is to hear of it; every project that sees the device where none is said. */
  project_id?: string;
  device_id: string;
  number: number;
}

/** What a message about an iOS certificate tells. */
export interface CertificateFacts {
  cert_id: string;
  title: string;
  registered_name: string;
  team_name: string;
  bundle_pattern: string;
  expires_at: number;
  /** It ends within so many days; null once it has ended. */
  within_days: (typeof EXPIRY_WARNING_DAYS)[number] | null;
  /** Which of its two parts ends first. */
  ends_first: "certificate" | "profile";
}

/** That a certificate of a project is about to end, or has. */
export interface CertificateNotice {
  event: CertificateTrigger;
  project_id: string;
  certificate: CertificateFacts;
}

/** What a message about the memory of an app tells: of which modules a sample is the first of its trace to have too much. */
export interface MemoryFacts {
  trace_id: string;
  trace_name: string;
  app_name: string;
  app_version: string;
  sample_id: string;
  number: number;
  label: string;
  modules: {
    module: string;
    owner: string;
    bytes: number;
    budget_bytes: number | null;
    percent: number;
    /** Over its budget, or above a quarter where an earlier sample was not. */
    reason: "over" | "large";
  }[];
}

export interface MemoryNotice {
  project_id: string;
  memory: MemoryFacts;
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
  /** Those of some projects that see a device. */
  seeing(db: Queries, device_id: string, project_ids: readonly string[]): Promise<string[]>;
  /** A work order, as a project is told of it. */
  order(db: Queries, number: number, project_id: string): Promise<OrderFacts>;
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
  | { event: TestTrigger; project_name: string; job_id: string | null; test: TestFacts }
  /** With the path of its page below the console's base path. */
  | { event: OrderTrigger; project_name: string; order: OrderFacts & { url: string } }
  | { event: CertificateTrigger; project_name: string; certificate: CertificateFacts & { url: string } }
  | { event: MemoryTrigger; project_name: string; memory: MemoryFacts & { url: string } }
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
