import { useMutation, useQuery } from "@tanstack/react-query";
import type { BodyInputOf } from "@udt/contract";
import { memoryEndpoints } from "@udt/contract/endpoints/memory";
import { memoryRecordingEndpoints } from "@udt/contract/endpoints/memory-recordings";
import { api } from "../../../lib/api/api.ts";
import { queryOf, useStale } from "../../../lib/api/queries.ts";
import { deviceCall, useSession } from "../session.tsx";

/** The recording of memory that was begun last in this session; null where there was none. */
export const useMemoryRecording = () =>
  useQuery(queryOf(memoryRecordingEndpoints.memoryRecordingGet, deviceCall(useSession())));

/** What runs on the device, for who drives it. */
export function useProcesses() {
  const session = useSession();
  return useQuery({
    ...queryOf(memoryRecordingEndpoints.memoryProcessList, deviceCall(session)),
    enabled: session.running && session.drives,
  });
}

/** The trace that samples go into, as far as it has come. */
export const useRecordedTrace = (trace_id: string) => {
  const { project } = useSession();
  return useQuery(queryOf(memoryEndpoints.memoryTraceGet, { params: { trace_id }, query: { project } }));
};

/** What is asked of the recording; it is read anew once that was answered or refused. */
function useAct<Wish, Answer>(act: (wish: Wish, call: ReturnType<typeof deviceCall>) => Promise<Answer>) {
  const session = useSession();
  const stale = useStale();
  return useMutation({
    mutationFn: (wish: Wish) => act(wish, deviceCall(session)),
    onSettled: () => stale(["memoryRecordingGet", "memoryTraceGet", "memoryTraceList"], session.project),
  });
}

export const useStartRecording = () =>
  useAct((body: BodyInputOf<typeof memoryRecordingEndpoints.memoryRecordingStart>, call) =>
    api.call(memoryRecordingEndpoints.memoryRecordingStart, { ...call, body }),
  );
export const useTakeSample = () =>
  useAct((label: string, call) =>
    api.call(memoryRecordingEndpoints.memoryRecordingSample, { ...call, body: { label } }),
  );
export const useStopRecording = () =>
  useAct((_: undefined, call) => api.call(memoryRecordingEndpoints.memoryRecordingStop, call));
