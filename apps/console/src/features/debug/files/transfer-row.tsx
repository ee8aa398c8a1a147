import { ApiError } from "@udt/client";
import { pathIn } from "@udt/contract";
import { Progress } from "antd";
import { errorText } from "../../../lib/errors/index.ts";
import { useFormat } from "../../../lib/format/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { CloseIcon } from "../icons.tsx";
import { shownName } from "./file-view.ts";
import { cancelTransfer, dismissTransfer, retryTransfer, type Transfer } from "./transfers.ts";

/** One file on its way: how far, what went wrong, and what can be done. */
export function TransferRow({ transfer }: { transfer: Transfer }) {
  const t = useT("debug");
  const { key, file, folder, state, sent_bytes } = transfer;
  const percent = file.size === 0 ? 0 : Math.floor((sent_bytes / file.size) * 100);
  const underWay = state.name === "waiting" || state.name === "running";
  const error = state.name === "failed" ? state.error : undefined;
  const exists = error instanceof ApiError && error.code === "file_exists";
  const name = shownName(file.name);
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
      </span>
      {error !== undefined && (
        <button type="button" className="udt-button" onClick={() => retryTransfer(key, exists)}>
          {exists ? t("files.replace") : t("files.retry")}
        </button>
      )}
      {underWay ? (
        <button
          type="button"
          className="udt-button"
          aria-label={t("files.cancel_of", { name })}
          onClick={() => cancelTransfer(key)}
        >
          {t("files.cancel")}
        </button>
      ) : (
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
      )}
    </div>
  );
}

function TransferWords({ transfer: { file, folder, state, sent_bytes } }: { transfer: Transfer }) {
  const t = useT("debug");
  const format = useFormat();
  if (state.name === "running")
    return t("files.sending", { sent: format.bytes(sent_bytes), size: format.bytes(file.size), folder });
  if (state.name === "done") return t("files.sent", { size: format.bytes(file.size), folder });
  return state.name === "cancelled" ? t("files.cancelled") : t("files.waiting");
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
