import { LIMITS, workOrderFileType } from "@udt/contract";
import type { WholeWorkOrder } from "@udt/contract/endpoints/work-orders";
import { useRef, useState } from "react";
import { useWorkOrder } from "../../lib/work-orders/index.ts";

interface Draft {
  text: string;
  files: readonly File[];
  /** The comment that was said and to which these files still belong; undefined: what is attached is the order's. */
  entry_id: number | undefined;
}

const EMPTY: Draft = { text: "", files: [], entry_id: undefined };

/** Why a file cannot be chosen. */
export type FileFault = { name: string; why: "type" | "size" | "empty" };

/**
 * What somebody is about to say of an order, with files. The word goes first and each file after it: what went is said no more,
 * and what did not is still there to be sent again.
 */
export function useOrderDraft(project: string | null, number: number) {
  const { send } = useWorkOrder(project, number);
  const [draft, setDraft] = useState(EMPTY);
  const [faults, setFaults] = useState<readonly FileFault[]>([]);
  const [inHand, setInHand] = useState<File>();
  const running = useRef<AbortController>(undefined);
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  const add = (chosen: readonly File[]) => {
    const found = chosen.flatMap((file): FileFault[] => faultOf(file));
    setFaults(found);
    const names = new Set(found.map(({ name }) => name));
    change({ files: [...draft.files, ...chosen.filter(({ name }) => !names.has(name))] });
  };
  const submit = () => {
    setFaults([]);
    const controller = new AbortController();
    running.current = controller;
    const { text, files, entry_id } = draft;
    send.mutate(
      {
        text: text.trim(),
        files,
        entry_id,
        signal: controller.signal,
        onSaid(order) {
          const said = commentOf(order, text.trim());
          change({ text: "", entry_id: said });
          return said;
        },
        onFile: setInHand,
        onSent: (file) => setDraft((before) => ({ ...before, files: before.files.filter((one) => one !== file) })),
      },
      {
        onSuccess: () => setDraft(EMPTY),
        // What was cancelled is no fault.
        onError: () => controller.signal.aborted && send.reset(),
        onSettled: () => setInHand(undefined),
      },
    );
  };
  return {
    ...draft,
    faults,
    inHand,
    isSending: send.isPending,
    error: send.error,
    setText: (text: string) => change({ text }),
    add,
    drop: (file: File) => change({ files: draft.files.filter((one) => one !== file) }),
    submit,
    cancel: () => running.current?.abort(),
    reset: () => send.reset(),
    clear: () => setDraft(EMPTY),
  };
}

function faultOf({ name, size }: File): FileFault[] {
  if (workOrderFileType(name) === undefined) return [{ name, why: "type" }];
  if (size > LIMITS.work_order_file_max_bytes) return [{ name, why: "size" }];
  return size === 0 ? [{ name, why: "empty" }] : [];
}

/** The comment that was just said. */
export const commentOf = ({ entries }: WholeWorkOrder, text: string): number | undefined =>
  entries.findLast((entry) => entry.text === text && entry.state === null && entry.assigned === null)?.entry_id;
