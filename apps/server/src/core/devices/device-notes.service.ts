import { LIMITS, UdtError, type DeviceNote } from "@udt/contract";
import type { AuditService } from "../../people/audit/audit.service.ts";
import type { Bus } from "../../platform/bus.ts";
import type { ServerClock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database/database.ts";
import { ownIdOf, type Actor, type CallerProject } from "../../platform/http/caller.ts";
import { newId } from "../../platform/ids.ts";
import type { DevicesService } from "./devices.service.ts";
import { lockDevice } from "./devices.repository.ts";
import * as repository from "./notes.repository.ts";

interface Needs {
  database: Database;
  bus: Bus;
  clock: ServerClock;
  audit: AuditService;
  devices: DevicesService;
}

/** Who writes or reads, and in which project. */
export interface NoteCaller extends Actor {
  project: CallerProject;
}

/** What people of a project leave on a device for the next. */
export class DeviceNotesService {
  readonly #needs: Needs;

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  /** @throws UdtError device_not_found, device_not_in_project */
  async list(caller: NoteCaller, device_id: string): Promise<{ list: DeviceNote[] }> {
    const { of } = await this.#of(caller, device_id);
    const rows = await repository.listNotes(this.#needs.database.db, of);
    return { list: rows.map((row) => shown(row, row.user_name, caller)) };
  }

  /** @throws UdtError device_not_found, device_not_in_project, note_limit */
  async create(caller: NoteCaller, device_id: string, text: string): Promise<DeviceNote> {
    const { bus, clock, audit } = this.#needs;
    const { user, ip } = caller;
    const { of, serial } = await this.#of(caller, device_id);
    const { project_id } = of;
    const note: repository.NoteRow = {
      ...of,
      note_id: newId(),
      user_id: user.user_id,
      text,
      created_at: clock.now(),
    };
    await bus.transaction(async (tx, announce) => {
      // Who writes at the same time waits: together they would be too many.
      await lockDevice(tx, device_id);
      const max = LIMITS.device_notes_max;
      if ((await repository.countNotes(tx, of)) >= max) throw new UdtError("note_limit", { max });
      await repository.insertNote(tx, note);
      const detail = { note_id: note.note_id, text };
      await audit.write(tx, { user, ip, action: "device_note.create", project_id, target: serial, detail });
      announce(project_id, { type: "note.changed", device_id });
    });
    return shown(note, user.user_name, caller);
  }

  /** @throws UdtError device_not_found, device_not_in_project, note_not_found, note_not_own */
  async delete(caller: NoteCaller, device_id: string, note_id: string): Promise<void> {
    const { bus, audit } = this.#needs;
    const { user, ip } = caller;
    const { of, serial } = await this.#of(caller, device_id);
    const { project_id } = of;
    await bus.transaction(async (tx, announce) => {
      const note = await repository.findNote(tx, of, note_id);
      if (!note) throw new UdtError("note_not_found", { note_id });
      if (!mayDelete(note, caller)) throw new UdtError("note_not_own", { note_id });
      await repository.deleteNote(tx, of, note_id);
      const detail = { note_id, text: note.text };
      await audit.write(tx, { user, ip, action: "device_note.delete", project_id, target: serial, detail });
      announce(project_id, { type: "note.changed", device_id });
    });
  }

  async #of({ project }: NoteCaller, device_id: string): Promise<{ of: repository.NotesOf; serial: string }> {
    const { project_id } = project;
    const { device } = await this.#needs.devices.seen(project_id, device_id);
    return { of: { project_id, device_id }, serial: device.serial };
  }
}

const mayDelete = ({ user_id }: repository.NoteRow, { user, project }: NoteCaller): boolean =>
  project.user_type === 1 || user_id === ownIdOf(user);

const shown = (note: repository.NoteRow, user_name: string, caller: NoteCaller): DeviceNote => ({
  note_id: note.note_id,
  text: note.text,
  user_id: note.user_id,
  user_name,
  created_at: note.created_at,
  is_deletable: mayDelete(note, caller),
});
