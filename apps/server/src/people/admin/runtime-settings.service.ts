import { Emitter } from "@udt/base";
import { RUNTIME_SETTING_NAMES, runtimeSettings, type RuntimeSettingName, type RuntimeSettings } from "@udt/contract";
import type { Bus } from "../../platform/bus.ts";
import type { ServerClock } from "../../platform/clock.ts";
import type { Database, Queries } from "../../platform/database/database.ts";
import type { CallerUser } from "../../platform/http/caller.ts";
import type { AuditService } from "../audit/audit.service.ts";
import * as repository from "./settings.repository.ts";

interface Needs {
  database: Database;
  bus: Bus;
  clock: ServerClock;
  audit: AuditService;
  onError: (error: unknown) => void;
}

/**
 * What administrators change while the servers run. Each server keeps the values at hand, and reads them anew when the
 * bus says that some server has changed them.
 */
export class RuntimeSettingsService {
  readonly #needs: Needs;
  readonly #initial: RuntimeSettings;
  readonly #unsubscribe: () => void;
  #values: RuntimeSettings;
  /** After a change made on any server, when this one knows it. */
  readonly changed = new Emitter<{ before: RuntimeSettings; after: RuntimeSettings }>();

  /** @param initial What counts until an administrator says otherwise. */
  static async start(needs: Needs, initial: RuntimeSettings): Promise<RuntimeSettingsService> {
    return new RuntimeSettingsService(needs, initial, await read(needs.database.db, initial));
  }

  private constructor(needs: Needs, initial: RuntimeSettings, values: RuntimeSettings) {
    this.#needs = needs;
    this.#initial = initial;
    this.#values = values;
    this.#unsubscribe = needs.bus.subscribe(({ payload }) => {
      if (payload.type === "settings.changed") void this.#readAnew().catch(needs.onError);
    });
  }

  /** What counts now, on this server. */
  get values(): RuntimeSettings {
    return this.#values;
  }

  /** Changes what is given and differs. */
  async set(
    by: CallerUser,
    wish: { [Name in RuntimeSettingName]?: RuntimeSettings[Name] | undefined },
    ip: string,
  ): Promise<RuntimeSettings> {
    const { bus, clock, audit } = this.#needs;
    await bus.transaction(async (tx, announce) => {
      const before = await read(tx, this.#initial);
      for (const name of RUNTIME_SETTING_NAMES) {
        const value = wish[name];
        if (value === undefined || value === before[name]) continue;
        await repository.putSetting(tx, { name, value, updated_at: clock.now() });
        const detail = { from: before[name], to: value };
        await audit.write(tx, { action: "settings.set", user: by, ip, target: name, detail });
        announce(null, { type: "settings.changed" });
      }
    });
    // Who asked sees it done, before the bus has come round.
    await this.#readAnew();
    return this.#values;
  }

  close(): void {
    this.#unsubscribe();
  }

  async #readAnew(): Promise<void> {
    const values = await read(this.#needs.database.db, this.#initial);
    const before = this.#values;
    this.#values = values;
    const isSame = RUNTIME_SETTING_NAMES.every((name) => values[name] === before[name]);
    if (!isSame) this.changed.emit({ before, after: values });
  }
}

/** A value that is out of its bounds, because another version of the server wrote it, does not count. */
async function read(db: Queries, initial: RuntimeSettings): Promise<RuntimeSettings> {
  const rows = await repository.findSettings(db, RUNTIME_SETTING_NAMES);
  const known = Object.fromEntries(
    rows
      .filter(({ name, value }) => runtimeSettings.partial().safeParse({ [name]: value }).success)
      .map(({ name, value }) => [name, value]),
  );
  return runtimeSettings.parse({ ...initial, ...known });
}
