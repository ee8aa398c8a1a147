/** Trials: a file of a script repository is run from the editor on the device of a debug session. */
import type { Readable } from "node:stream";
import {
  frameworkOf,
  jobConfig,
  LIBRARY_FRAMEWORKS,
  trialAccount,
  UdtError,
  type BodyOf,
  type ENDPOINTS,
  type RunSpec,
} from "@udt/contract";
import type { FastifyBaseLogger } from "fastify";
import { z } from "zod";
import type { ScriptArchives } from "../../assets/scripts/script-archives.service.ts";
import type { ScriptsService } from "../../assets/scripts/scripts.service.ts";
import type { DeviceSessionsService } from "../../core/sessions/sessions.service.ts";
import type { ServerClock } from "../../platform/clock.ts";
import type { Caller } from "../../platform/http/caller.ts";
import { SecretUnreadable, type SecretBox } from "../../platform/crypto.ts";
import { Turns } from "../../platform/turns.ts";

/** So many archives are made at a time, and so many wait for that, of a session and of all. */
const MAKING = { at_once: 2, waiting_each: 2, waiting_max: 20 };
/** So long after it was asked for a trial may begin. */
const BEGINS_MS = 2 * 60_000;

/** What a ticket holds: nobody but a server reads it, and all servers can. */
const ticketFacts = z.object({
  until: z.number(),
  repo_id: z.string(),
  name: z.string(),
  commit_id: z.string(),
  file: z.string(),
  framework: z.enum(LIBRARY_FRAMEWORKS),
  blob_key: z.string(),
  sha256: z.string(),
  size_bytes: z.number(),
  account: trialAccount.nullable(),
});
type TicketFacts = z.output<typeof ticketFacts>;

/** Where a trial is. */
interface TrialPlace {
  test_id: string;
  device_id: string;
}

export interface TrialsDependencies {
  sessions: DeviceSessionsService;
  scripts: ScriptsService;
  archives: ScriptArchives;
  secrets: SecretBox;
  clock: ServerClock;
  log: FastifyBaseLogger;
  allowsUnisolated(): boolean;
}

export class TrialsService {
  readonly #needs: TrialsDependencies;
  /** The archive of each device's session that no agent has fetched yet, and what stops its being taken away in time. */
  readonly #waiting = new Map<string, { blob_key: string; keep: () => void }>();
  readonly #turns = new Turns(MAKING, () => new UdtError("reading_busy"));
  constructor(needs: TrialsDependencies) {
    this.#needs = needs;
  }

  /**
   * Has a file ready to be run as the caller sees it. Answers the ticket by which the device's agent gets it.
   * @throws UdtError reading_busy, test_ended, test_watched, test_not_running, script_repository_not_found, script_not_fetched, trial_no_cases, and why there is
   * no archive of it
   */
  async start(
    project: Caller["project"],
    place: TrialPlace,
    wish: BodyOf<(typeof ENDPOINTS)["trialStart"]>,
  ): Promise<{ ticket: string }> {
    const { sessions, scripts, archives, secrets, clock } = this.#needs;
    const { repo_id, commit_id, changes, file, account } = wish;
    await sessions.live(place.test_id, place.device_id, { stream: "trial" });
    const repository = await scripts.readable(project, repo_id);
    const { name } = repository;
    const framework = frameworkOf(file);
    if (framework === undefined) throw new UdtError("trial_no_cases", { path: file });
    const its = sealedFor(place);
    const archive = await this.#turns.during(its, () => archives.make(repository, { commit_id, changes, file }));
    const { blob_key } = archive;
    const until = clock.now() + BEGINS_MS;
    // A device runs one at a time: who asks anew wants that. Who asks meanwhile finds this one.
    const former = this.#waiting.get(its);
    this.#waiting.set(its, { blob_key, keep: clock.at(until, () => void this.#drop(its, blob_key)) });
    former?.keep();
    if (former) await this.#delete(former.blob_key);
    const sealed: TicketFacts = { until, repo_id, name, commit_id, file, framework, account, ...archive };
    return { ticket: secrets.seal(JSON.stringify(sealed), its) };
  }

  /** What to run. @throws UdtError test_not_found, agent_stale_lease, trial_gone */
  async spec(
    agent_id: string,
    part: TrialPlace & { lease_token: number },
    ticket: string,
  ): Promise<{ spec: RunSpec; file: string }> {
    const read = await this.#read(agent_id, part, ticket);
    const { repo_id, name, commit_id, file, framework, sha256, size_bytes, account } = read;
    const devices = { kind: "devices" as const, device_ids: [part.device_id] };
    const config = jobConfig.parse({ app_id: null, framework, library_id: repo_id, devices });
    const library = { library_id: repo_id, commit_id, sha256, size_bytes, is_builtin: false, is_listed: false };
    const nothing = { image_credential: null, app: null, test_app: null, preinstall_apps: [] };
    const spec = {
      ...nothing,
      account,
      job_name: name,
      device_seq: 0,
      framework,
      config,
      library,
      white_list: [],
      allow_unisolated: this.#needs.allowsUnisolated(),
      device_deadline: this.#needs.clock.now() + config.timeouts.device_minutes * 60_000,
    };
    return { spec, file };
  }

  /** Its files, once: they are taken away as they are handed out. @throws UdtError test_not_found, agent_stale_lease, trial_gone */
  async snapshot(
    agent_id: string,
    part: TrialPlace & { lease_token: number },
    ticket: string,
  ): Promise<{ stream: Readable; size_bytes: number }> {
    const { blob_key } = await this.#read(agent_id, part, ticket);
    const found = await this.#needs.archives.open(blob_key);
    if (!found) throw new UdtError("trial_gone");
    found.stream.once("close", () => void this.#drop(sealedFor(part), blob_key));
    return found;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#waiting].map(([its, { blob_key }]) => this.#drop(its, blob_key)));
  }

  async #read(agent_id: string, part: TrialPlace & { lease_token: number }, ticket: string): Promise<TicketFacts> {
    const { sessions, secrets, clock } = this.#needs;
    await sessions.heldBy(agent_id, part);
    try {
      const read = ticketFacts.parse(JSON.parse(secrets.open(ticket, sealedFor(part))));
      if (read.until > clock.now()) return read;
    } catch (error) {
      if (!(error instanceof SecretUnreadable)) throw error;
    }
    throw new UdtError("trial_gone");
  }

  /** Takes an archive away, whether or not a later one of its session waits. */
  async #drop(its: string, blob_key: string): Promise<void> {
    const waiting = this.#waiting.get(its);
    if (waiting?.blob_key === blob_key) {
      waiting.keep();
      this.#waiting.delete(its);
    }
    await this.#delete(blob_key);
  }

  async #delete(blob_key: string): Promise<void> {
    const { archives, log } = this.#needs;
    await archives.delete(blob_key).catch((error: unknown) => log.error({ err: error }, "a trial's files stay"));
  }
}

const sealedFor = ({ test_id, device_id }: TrialPlace): string => `trial/${test_id}/${device_id}`;
