import { createClient } from "@udt/client";
import { appEndpoints } from "@udt/contract/endpoints/apps";
import { memoryEndpoints } from "@udt/contract/endpoints/memory";
import { useEffect, useRef, useState } from "react";
import { baseUrl } from "../../lib/api/api.ts";
import { isTransient, md5Of, sendFile } from "../../lib/uploads/index.ts";
import { applyPolicy } from "../../lib/errors/index.ts";
import { useMakeSample } from "./use-memory.ts";

// A break that the upload waits out, and shows in its own row, is no alarm for the page.
const api = createClient({ baseUrl, onError: (error) => isTransient(error) || applyPolicy(error) });

export interface SentFile {
  file: File;
  /** Of its size; undefined before it begins. */
  sent_bytes?: number;
  retrying: boolean;
}

/** Sends the files of one sample, one after the other, and has the sample made of them. Who leaves gives up. */
export function useSampleUpload(project: string, trace_id: string, onDone: (sample_id: string) => void) {
  const [sent, setSent] = useState<readonly SentFile[]>();
  const [error, setError] = useState<unknown>();
  const abort = useRef<AbortController>(undefined);
  const make = useMakeSample(project, trace_id);
  useEffect(() => () => abort.current?.abort(), []);

  const start = async (files: readonly File[], label: string) => {
    const { signal } = (abort.current = new AbortController());
    const upload_ids: string[] = [];
    const change = (file: File, part: Partial<SentFile>) =>
      setSent((before) => before?.map((one) => (one.file === file ? { ...one, ...part } : one)));
    setError(undefined);
    setSent(files.map((file) => ({ file, retrying: false })));
    try {
      for (const file of files) {
        const onProgress = ({ step, done_bytes, retrying }: { step: string; done_bytes: number; retrying: boolean }) =>
          change(file, { sent_bytes: step === "chunks" ? done_bytes : 0, retrying });
        const onUploadId = (upload_id: string) => upload_ids.push(upload_id);
        const options = { api, project, file, md5Of, signal, onProgress, onUploadId };
        await sendFile(options, memoryEndpoints.memoryUploadCreate);
      }
      const { sample_id } = await make.mutateAsync({ label, upload_ids });
      onDone(sample_id);
    } catch (refusal) {
      // What nobody deletes now the server deletes in time.
      for (const upload_id of upload_ids)
        api.call(appEndpoints.uploadCancel, { params: { upload_id }, query: { project } }).catch(() => undefined);
      if (signal.aborted) return;
      setSent(undefined);
      setError(refusal);
    }
  };
  return { start, sent, error };
}
