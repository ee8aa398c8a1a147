import { useMutation, useQuery } from "@tanstack/react-query";
import { deviceNoteEndpoints } from "@udt/contract/endpoints/device-notes";
import { api } from "../../lib/api/api.ts";
import { queryOf, useStale } from "../../lib/api/queries.ts";

/** What people of the project noted on a device. */
export function useDeviceNotes(project: string, device_id: string) {
  const stale = useStale();
  const call = { params: { device_id }, query: { project } };
  // The event says it to everybody; this holds when the events connection is just then away.
  const onSuccess = () => stale(["deviceNoteList", "deviceList", "deviceGet"], project);
  return {
    notes: useQuery(queryOf(deviceNoteEndpoints.deviceNoteList, call)),
    add: useMutation({
      mutationFn: (text: string) => api.call(deviceNoteEndpoints.deviceNoteCreate, { ...call, body: { text } }),
      onSuccess,
    }),
    remove: useMutation({
      mutationFn: (note_id: string) =>
        api.call(deviceNoteEndpoints.deviceNoteDelete, { ...call, params: { device_id, note_id } }),
      onSuccess,
    }),
  };
}
