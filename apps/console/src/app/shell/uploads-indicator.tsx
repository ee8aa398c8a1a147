import { Link } from "react-router";
import { StatePill } from "../../lib/components/state-pill.tsx";
import { useT } from "../../lib/i18n/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { useRunningUploads } from "../../lib/uploads/upload-store.ts";

/** How far the uploads are, wherever the user is; not there while none is under way. */
export function UploadsIndicator() {
  const t = useT("app");
  const uploads = useRunningUploads();
  const [first] = uploads;
  if (!first) return null;
  const total = uploads.reduce((sum, upload) => sum + upload.size_bytes, 0);
  // The MD5 comes before the sending: only what has been sent counts.
  const done = uploads.reduce((sum, { progress }) => {
    return sum + (progress.step === "md5" || progress.step === "upload_id" ? 0 : progress.done_bytes);
  }, 0);
  const percent = Math.floor((done / Math.max(1, total)) * 100);
  return (
    <Link to={paths.apps(first.project)} title={t("uploads.show")} className="udt-uploads">
      <StatePill tone="busy">{t("uploads.running", { count: uploads.length, percent })}</StatePill>
    </Link>
  );
}
