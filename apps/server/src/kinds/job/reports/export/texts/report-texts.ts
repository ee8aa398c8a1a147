import type { ReportWords } from "@udt/contract/report-words/words";
import type { RunWords } from "@udt/contract/run-words/words";

/** The words of a report that leaves the platform: whoever reads it need not have an account here. */
export interface ReportTexts extends Omit<ReportWords, "environment">, RunWords {
  locale: string;
  report: string;
  tile: {
    passed: string;
    new_failures: string;
    since: string;
    first: string;
    /** Of a run that is compared with none. */
    alone: string;
    devices: string;
    queue: string;
  };
  ratio_was: string;
  fixed_flaky: string;
  environment: ReportWords["environment"] & { title: string };
  /** Of a device whose place another took. */
  lost: string;
  time_went: string;
  cases: string;
  column: { name: string; result: string; device: string; time: string; error: string };
  all: string;
  search: string;
  found: string;
  nothing: string;
  no_script: string;
  cut: string;
  made: string;
  attempt: string;
  /** What the picture of a failed case is. */
  picture: string;
  /** What is recorded of its device. */
  video: string;
  /** Of a case that was recorded, on a page that shows no videos. */
  left_out: string;
  close: string;
  gone: { title: string; text: string };
}
