import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import type { CaseDetail, CaseRun, ExportFormat, ReportLanguage, Resource, Run, Slot } from "@udt/contract";
import { LIMITS } from "@udt/contract";
import type { ServerClock } from "../../../platform/clock.ts";
import type { Database } from "../../../platform/database/database.ts";
import type { ResourcesService } from "../../../core/resources/resources.service.ts";
import type { AppsService } from "../../../assets/apps/apps.service.ts";
import * as cases from "./cases.repository.ts";
import * as comparisons from "./comparison.repository.ts";
import { csvOf } from "./export/csv.ts";
import { htmlOf } from "./export/html.ts";
import { junitOf } from "./export/junit.ts";
import { inChunks, type ReportData } from "./export/report-data.ts";
import type { ReportsService } from "./reports.service.ts";

/** Cases read at once: few enough to hold, and enough that finding their place costs little beside reading them. */
const STEP = 5_000;

const KINDS: Record<ExportFormat, { content_type: string; ending: string }> = {
  junit: { content_type: "application/xml; charset=utf-8", ending: "xml" },
  csv: { content_type: "text/csv; charset=utf-8", ending: "csv" },
  html: { content_type: "text/html; charset=utf-8", ending: "html" },
};

export interface ExportedFile {
  file_name: string;
  content_type: string;
  stream: Readable;
}

/** What is wanted of a report. */
interface Wanted {
  format: ExportFormat;
  language: ReportLanguage;
  /** The number of the run to compare it with; the one before it when nobody chose. */
  against?: number | undefined;
  /** Where a video is found by who reads it; undefined: they are to see none. */
  videoAt?: ((resource_id: string) => string) | undefined;
}

/** Pictures that a browser shows, and how large one may be. */
const PICTURES = new Set(["image/png", "image/jpeg", "image/webp", "image/gif"]);
const PICTURE_MAX_BYTES = 1024 ** 2;

/** Finds the moment of a case in what was recorded of its device, with one read for each device; true where nobody is to see it. */
function videoFinder(
  list: (of: { device_id: string }) => Promise<Resource[]>,
  videoAt: ((resource_id: string) => string) | undefined,
) {
  const videos = new Map<string, Promise<Resource[]>>();
  return async ({ device_id, started_at, ended_at }: CaseRun): Promise<string | true | undefined> => {
    if (device_id === null || started_at === null || ended_at === null) return undefined;
    const ofDevice = videos.get(device_id) ?? list({ device_id });
    videos.set(device_id, ofDevice);
    for (const { resource_id, started_at: begin, duration_ms } of await ofDevice) {
      if (begin === null || duration_ms === null || started_at < begin || started_at >= begin + duration_ms) continue;
      if (videoAt === undefined) return true;
      // https://www.w3.org/TR/media-frags/#naming-time
      const [from, to] = [started_at, ended_at].map((time) => ((time - begin) / 1000).toFixed(1));
      return `${videoAt(resource_id)}#t=${from},${to}`;
    }
    return undefined;
  };
}

/** Reports as files. */
export class ExportsService {
  readonly #database: Database;
  readonly #clock: ServerClock;
  readonly #reports: ReportsService;
  readonly #apps: Pick<AppsService, "versionedNamesOf">;
  readonly #resources: Pick<ResourcesService, "list" | "open">;
  constructor(needs: {
    database: Database;
    clock: ServerClock;
    reports: ReportsService;
    apps: Pick<AppsService, "versionedNamesOf">;
    resources: Pick<ResourcesService, "list" | "open">;
  }) {
    this.#database = needs.database;
    this.#clock = needs.clock;
    this.#reports = needs.reports;
    this.#apps = needs.apps;
    this.#resources = needs.resources;
  }

  /** The file is written while it is read. @throws UdtError run_not_found */
  async open(project_id: string, test_id: string, wanted: Wanted): Promise<ExportedFile> {
    const { format, language } = wanted;
    const data = await this.#data(project_id, test_id, wanted);
    const texts =
      format === "junit" ? junitOf(data) : format === "csv" ? csvOf(data) : htmlOf(data, language, this.#clock.now());
    const { content_type, ending } = KINDS[format];
    const day = new Date(data.run.test.created_at).toISOString().slice(0, 10);
    return {
      // Without the marks that people read past and file systems keep.
      file_name: `${data.run.job_name} #${data.run.run_number} ${day}.${ending}`,
      content_type,
      stream: Readable.from(inChunks(texts), { objectMode: false }),
    };
  }

  async #data(
    project_id: string,
    test_id: string,
    { against, videoAt }: Pick<Wanted, "against" | "videoAt">,
  ): Promise<ReportData> {
    const run: Run = await this.#reports.get(project_id, test_id, against);
    const slots: Slot[] = (
      await this.#reports.devices(project_id, test_id, { page_num: 1, page_size: LIMITS.job_devices_max })
    ).list;
    const { base } = await this.#reports.baseline(await this.#reports.find(project_id, test_id), against);
    const { db } = this.#database;
    const reports = this.#reports;
    const { app_id, preinstall_app_ids, instrumentation } = run.config;
    const app_ids = [app_id, instrumentation?.test_app_id, ...preinstall_app_ids].filter((id) => id != null);
    type Read = typeof cases.casesAfter;
    async function* inSteps(read: Read): AsyncGenerator<{ list: CaseRun[]; details: Map<number, CaseDetail> }> {
      let last: cases.CaseRow | undefined;
      const flaky = await comparisons.listFlaky(db, base);
      for (;;) {
        const rows: cases.CaseRow[] = await read(db, test_id, last, STEP);
        if (rows.length === 0) return;
        last = rows.at(-1);
        const told = rows.filter(({ state, cause }) => state === "failed" || cause === "skipped");
        const details: Map<number, CaseDetail> = await cases.findDetails(
          db,
          told.map(({ case_run_id }) => case_run_id),
        );
        yield { list: await reports.compare(base, rows, flaky), details };
      }
    }
    return {
      run,
      slots,
      app_names: await this.#apps.versionedNamesOf(project_id, app_ids),
      cases: () => inSteps(cases.casesAfter),
      async *casesByDevice() {
        for await (const { list, details } of inSteps(cases.casesAfterByDevice)) {
          const ids = list.map(({ case_run_id }) => case_run_id);
          yield { list, details, reported: await cases.findReported(db, ids) };
        }
      },
      pictureOf: (one) => this.#pictureOf(project_id, test_id, one),
      shows_videos: videoAt !== undefined,
      videoOf: videoFinder((of) => this.#resources.list({ test_id, ...of, kind: "video" }, project_id), videoAt),
      countsByDevice: () => cases.countReported(db, test_id),
    };
  }

  async #pictureOf(
    project_id: string,
    test_id: string,
    { device_id, case_run_id }: CaseRun,
  ): Promise<string | undefined> {
    if (device_id === null) return undefined;
    // The newest comes first.
    const list = await this.#resources.list({ test_id, device_id, kind: "screenshot", case_run_id }, project_id);
    const picture = list.find(({ content_type }) => PICTURES.has(content_type));
    if (!picture || picture.size_bytes === 0 || picture.size_bytes > PICTURE_MAX_BYTES) return undefined;
    const { resource_id, content_type, size_bytes } = picture;
    const { read } = await this.#resources.open({ test_id, device_id, resource_id });
    const bytes = await buffer(await read({ start: 0, end: size_bytes - 1 }));
    return `data:${content_type};base64,${bytes.toString("base64")}`;
  }
}
