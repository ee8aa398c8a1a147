/** What people of a project tell each other of a device; no other project reads it. */
import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { LIMITS } from "../limits.ts";
import { rule } from "../rules.ts";
import { id, projectQuery, text, time } from "../shapes.ts";

const params = z.object({ device_id: id });
const noteParams = params.extend({ note_id: id });
const deviceErrors = ["device_not_found", "device_not_in_project"] as const;

export const deviceNote = z.object({
  note_id: id,
  text: z.string(),
  user_id: id,
  user_name: z.string(),
  created_at: time,
  /** Who asks may delete it: their own, and an administrator of the project any. */
  is_deletable: z.boolean(),
});
export type DeviceNote = z.output<typeof deviceNote>;

export const deviceNoteText = text(LIMITS.device_note_max).trim().min(1, rule("required"));

export const deviceNoteEndpoints = {
  deviceNoteList: endpoint({
    name: "deviceNoteList",
    method: "GET",
    path: "/v1/api/devices/{device_id}/notes",
    access: "member",
    summary: "The project's notes on a device, newest first. Another project has its own.",
    params,
    query: projectQuery,
    response: z.object({ list: z.array(deviceNote) }),
    errors: deviceErrors,
  }),
  deviceNoteCreate: endpoint({
    name: "deviceNoteCreate",
    method: "POST",
    path: "/v1/api/devices/{device_id}/notes",
    access: "member",
    summary: "Leave a note on a device for the people of the project.",
    params,
    query: projectQuery,
    body: z.object({ text: deviceNoteText }),
    response: deviceNote,
    errors: [...deviceErrors, "note_limit"],
  }),
  deviceNoteDelete: endpoint({
    name: "deviceNoteDelete",
    method: "DELETE",
    path: "/v1/api/devices/{device_id}/notes/{note_id}",
    access: "member",
    summary: "Take a note away: one's own, or any as an administrator of the project.",
    params: noteParams,
    query: projectQuery,
    response: z.null(),
    errors: [...deviceErrors, "note_not_found", "note_not_own"],
  }),
};
