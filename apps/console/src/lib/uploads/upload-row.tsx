import { CloseOutlined, ReloadOutlined } from "@ant-design/icons";
import { ApiError } from "@udt/client";
import { Progress } from "antd";
import type { ReactNode } from "react";
import { CopyButton } from "../components/index.ts";
import { errorText } from "../errors/index.ts";
import { useFormat } from "../format/index.ts";
import { useT, type Translate } from "../i18n/index.ts";
import { extensionOf } from "./app-file.ts";
import { cancelUpload, dismissUpload, retryUpload, type Upload } from "./upload-store.ts";
import { canRetry, UPLOAD_STEPS } from "./uploader.ts";
import "./uploads.css";

/** One upload: its step, how far, how fast; what went wrong; what can be done. `next` offers what to do once it is there. */
export function UploadRow({ upload, next }: { upload: Upload; next?: ReactNode }) {
  const t = useT("uploads");
  const common = useT("common");
  const { state, key } = upload;
  const bad = state.name === "failed" || state.name === "refused";
  const percent = Math.floor((upload.progress.done_bytes / Math.max(1, upload.size_bytes)) * 100);
  return (
    <div className="uploads-row" data-upload={state.name}>
      <span className="uploads-words">
        <strong className="udt-ellipsis" data-literal>
          {upload.file_name}
        </strong>
        <span className={bad ? "uploads-bad" : "udt-secondary udt-num"} role={bad ? "alert" : undefined}>
          <UploadWords upload={upload} percent={percent} />
        </span>
        {state.name === "failed" && state.error instanceof ApiError && state.error.request_id && (
          <span className="udt-secondary uploads-wrap">
            {common("request_id")} <span className="udt-mono">{state.error.request_id}</span>
            <CopyButton text={state.error.request_id} />
          </span>
        )}
        {state.name === "running" && (
          <Progress
            percent={percent}
            showInfo={false}
            size="small"
            status={upload.progress.retrying ? "exception" : "active"}
            aria-label={upload.file_name}
          />
        )}
      </span>
      {state.name === "done" && next}
      {state.name === "failed" && canRetry(state.error) && (
        <button
          type="button"
          className="udt-icon-button"
          aria-label={t("retry")}
          title={t("retry")}
          onClick={() => retryUpload(key)}
        >
          <ReloadOutlined />
        </button>
      )}
      {state.name === "running" ? (
        <button type="button" className="udt-button" onClick={() => cancelUpload(key)}>
          {t("cancel")}
        </button>
      ) : (
        <button
          type="button"
          className="udt-icon-button"
          aria-label={t("dismiss")}
          title={t("dismiss")}
          onClick={() => dismissUpload(key)}
        >
          <CloseOutlined />
        </button>
      )}
    </div>
  );
}

/** Why an upload came to nothing; undefined of one that did not. */
export function uploadFailure(t: Translate<"uploads">, { state, file_name }: Upload): string | undefined {
  if (state.name === "failed") return t("failed", { reason: errorText(state.error) });
  if (state.name !== "refused") return undefined;
  return t(`refused.${state.refusal}`, {
    type: `.${extensionOf(file_name)}`,
    types: state.kinds.map((kind) => `.${kind}`).join(" "),
  });
}

function UploadWords({ upload, percent }: { upload: Upload; percent: number }) {
  const t = useT("uploads");
  const format = useFormat();
  const { state, progress } = upload;
  switch (state.name) {
    case "done":
      return `${state.instant ? t("instant") : t("done")}${state.icon_failed ? ` ${t("icon_failed")}` : ""}`;
    case "cancelled":
      return t("cancelled");
    case "failed":
    case "refused":
      return uploadFailure(t, upload);
    case "running":
      break;
  }
  if (progress.retrying) return t("retrying");
  const number = UPLOAD_STEPS.indexOf(progress.step) + 1;
  const step = t("step_of", { step: t(`step.${progress.step}`), number, count: UPLOAD_STEPS.length });
  if (progress.step !== "chunks") return progress.step === "md5" ? `${step} ${format.percent(percent / 100)}` : step;
  const speed = upload.speed > 0 ? ` · ${format.bytes(Math.round(upload.speed))}/s` : "";
  return `${step} ${format.bytes(progress.done_bytes)} / ${format.bytes(upload.size_bytes)}${speed}`;
}
