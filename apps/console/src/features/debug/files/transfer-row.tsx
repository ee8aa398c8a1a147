import { ApiError } from "@udt/client";
import { pathIn } from "@udt/contract";
import { Progress } from "antd";
import { errorText } from "../../../lib/errors/index.ts";
import { useFormat } from "../../../lib/format/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { CloseIcon } from "../icons.tsx";
import { shownName } from "./file-view.ts";
import type { Refused } from "./folder-content.ts";
import { cancelTransfer, dismissTransfer, isTransferOver, retryTransfer, type Transfer } from "./transfers.ts";

/** How many of what was refused are named. */
const NAMED_MAX = 20;

/** One file or folder on its way: how far, what went wrong, and what can be done. */
export function TransferRow({ transfer }: { transfer: Transfer }) {
  const t = useT("debug");
  const { key, folder, state, sent_bytes, size_bytes, refused } = transfer;
  const percent = size_bytes === 0 ? 0 : Math.floor((sent_bytes / size_bytes) * 100);
  const isOver = isTransferOver(transfer);
  const error = state.name === "failed" ? state.error : undefined;
  const name = shownName(transfer.name);
  return (
    <div className="dbg-work-row" data-transfer={state.name}>
      <span className="dbg-item-words">
        <strong className="udt-ellipsis" title={pathIn(folder, name)} data-literal>
          {name}
        </strong>
        <span className={error ? "dbg-bad dbg-wrap" : "udt-secondary udt-num"} role={error ? "alert" : "status"}>
          {error ? errorText(error) : <TransferWords transfer={transfer} />}
        </span>
        <Evidence error={error} />
        {state.name === "running" && (
          <Progress percent={percent} showInfo={false} size="small" status="active" aria-label={name} />
        )}
        {refused.length > 0 && <RefusedList refused={refused} />}
      </span>
      {isOver && <Again transfer={transfer} />}
      {isOver ? (
        <button
          type="button"
          className="udt-icon-button"
          data-large
          aria-label={t("files.dismiss_of", { name })}
          title={t("files.dismiss")}
          onClick={() => dismissTransfer(key)}
        >
          <CloseIcon />
        </button>
      ) : (
        <button
          type="button"
          className="udt-button"
          aria-label={t("files.cancel_of", { name })}
          onClick={() => cancelTransfer(key)}
        >
          {t("files.cancel")}
        </button>
      )}
    </div>
  );
}

const isThere = (error: unknown): boolean => error instanceof ApiError && error.code === "file_exists";

/** Sends once more what the device refused, in the place of what is there where that was the reason. */
function Again({ transfer: { key, state, refused } }: { transfer: Transfer }) {
  const t = useT("debug");
  const errors = [state.name === "failed" ? state.error : undefined, ...refused.map(errorOf)].filter(
    (error) => error !== undefined,
  );
  if (errors.length === 0 || state.name === "cancelled") return null;
  const replace = errors.some(isThere);
  return (
    <button type="button" className="udt-button" onClick={() => retryTransfer(key, replace)}>
      {replace ? t("files.replace") : t("files.retry")}
    </button>
  );
}

const errorOf = ({ why }: Refused): unknown => (typeof why === "string" ? undefined : why.error);

/** What of a folder is not on the device, by name. */
function RefusedList({ refused }: { refused: readonly Refused[] }) {
  const t = useT("debug");
  const more = refused.length - NAMED_MAX;
  return (
    <div className="dbg-refused" role="alert" aria-label={t("files.refused")}>
      <ul>
        {refused.slice(0, NAMED_MAX).map((one) => (
          <li key={one.path} className="dbg-wrap">
            <span data-literal>{shownName(one.path)}</span>
            {" · "}
            <span className="dbg-bad">
              {typeof one.why === "string" ? t(`files.why.${one.why}`) : errorText(one.why.error)}
            </span>
            <Evidence error={errorOf(one)} />
          </li>
        ))}
        {more > 0 && <li>{t("files.more_refused", { count: more })}</li>}
      </ul>
    </div>
  );
}

function TransferWords({ transfer }: { transfer: Transfer }) {
  const t = useT("debug");
  const format = useFormat();
  const { folder, state, isFolder, count, done } = transfer;
  const sent = format.bytes(transfer.sent_bytes);
  const size = format.bytes(transfer.size_bytes);
  switch (state.name) {
    case "reading":
      return t("files.looking");
    case "running":
      return isFolder
        ? t("files.sending_folder", { sent, size, done, count, folder })
        : t("files.sending", { sent, size, folder });
    case "done":
      return isFolder ? t("files.sent_folder", { done, count, folder }) : t("files.sent", { size, folder });
    case "cancelled":
      return isFolder ? t("files.cancelled_folder", { done, count }) : t("files.cancelled");
    default:
      return t("files.waiting");
  }
}

/** The device's own words of a refusal. */
export function Evidence({ error }: { error: unknown }) {
  const words = error instanceof ApiError ? error.args.reason?.evidence : undefined;
  if (!words) return null;
  return (
    <small className="udt-mono udt-secondary dbg-wrap" data-literal>
      {words}
    </small>
  );
}
