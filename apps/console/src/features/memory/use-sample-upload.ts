import { createClient } from "@udt/client";
import { appEndpoints } from "@udt/contract/endpoints/apps";
import { memoryEndpoints } from "@udt/contract/endpoints/memory";
import { useEffect, useRef, useState } from "react";
import { baseUrl } from "../../lib/api/api.ts";
import { isTransient, md5Of, sendFile } from "../../lib/uploads/index.ts";
import { applyPolicy } from "../../lib/errors/index.ts";
import { useAskToLeave } from "../../lib/form/index.ts";
import { useUser } from "../../lib/session/index.ts";
import { forgetUnfinished, keepUnfinished, type MomentPlace } from "./unfinished.ts";
import { useMakeSample } from "./use-memory.ts";

// A break that the upload waits out, and shows in its own row, is no alarm for the page.
const api = createClient({ baseUrl, onError: (error) => isTransient(error) || applyPolicy(error) });

export interface SentFile {
  file: File;
  /** Of its size; undefined before it begins. */
  sent_bytes?: number;
  retrying: boolean;
}

/** What nobody deletes now the server deletes in time. */
export function giveUpMoment(project: string, place: MomentPlace, upload_ids: readonly string[]): void {
  forgetUnfinished(place);
  for (const upload_id of upload_ids)
    api.call(appEndpoints.uploadCancel, { params: { upload_id }, query: { project } }).catch(() => undefined);
}

/**
 * Sends the files of one sample, one after the other, and has the sample made of them. A page that goes asks first; what was sent is
 * kept for when the same files are chosen again, until somebody gives it up.
 */
export function useSampleUpload(project: string, trace_id: string, onDone: (sample_id: string) => void) {
  const [sent, setSent] = useState<readonly SentFile[]>();
  const [error, setError] = useState<unknown>();
  const abort = useRef<AbortController>(undefined);
  const isGivenUp = useRef(false);
  const { user_id } = useUser();
  const isSending = sent !== undefined;
  const make = useMakeSample(project, trace_id);
  useEffect(() => () => abort.current?.abort(), []);
  useAskToLeave(isSending);

  const start = async (files: readonly File[], label: string) => {
    const { signal } = (abort.current = new AbortController());
    const place = { user_id, trace_id };
    const upload_ids: string[] = [];
    const keep = () => keepUnfinished(place, { label, file_names: files.map(({ name }) => name), upload_ids });
    const change = (file: File, part: Partial<SentFile>) =>
      setSent((before) => before?.map((one) => (one.file === file ? { ...one, ...part } : one)));
    setError(undefined);
    setSent(files.map((file) => ({ file, retrying: false })));
    try {
      keep();
      for (const file of files) {
        const onProgress = ({ step, done_bytes, retrying }: { step: string; done_bytes: number; retrying: boolean }) =>
          change(file, { sent_bytes: step === "chunks" ? done_bytes : 0, retrying });
        const onUploadId = (upload_id: string) => {
          upload_ids.push(upload_id);
          keep();
        };
        const options = { api, project, file, md5Of, signal, onProgress, onUploadId };
        await sendFile(options, memoryEndpoints.memoryUploadCreate);
      }
      const { sample_id } = await make.mutateAsync({ label, upload_ids });
      forgetUnfinished(place);
      onDone(sample_id);
    } catch (refusal) {
      if (!signal.aborted || isGivenUp.current) giveUpMoment(project, place, upload_ids);
      if (signal.aborted) return;
      setSent(undefined);
      setError(refusal);
    }
  };
  const giveUp = () => {
    isGivenUp.current = true;
    abort.current?.abort();
  };
  return { start, giveUp, sent, error };
}
