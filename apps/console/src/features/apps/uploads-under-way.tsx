import { useT } from "../../lib/i18n/index.ts";
import { UploadRow, useUploads } from "../../lib/uploads/index.ts";
import "./apps.css";

/** The uploads of this page load, newest first; they go on when the page is left. */
export function UploadsUnderWay({ project, onOpen }: { project: string; onOpen: (app_id: string) => void }) {
  const t = useT("apps");
  const uploads = useUploads(project);
  if (uploads.length === 0) return null;
  return (
    <section className="udt-card apps-uploads" aria-label={t("uploads")}>
      {uploads.map((upload) => (
        <UploadRow
          key={upload.key}
          upload={upload}
          next={upload.state.name === "done" && <OpenApp app_id={upload.state.app.app_id} onOpen={onOpen} />}
        />
      ))}
    </section>
  );
}

function OpenApp({ app_id, onOpen }: { app_id: string; onOpen: (app_id: string) => void }) {
  const t = useT("apps");
  return (
    <button type="button" className="udt-button" onClick={() => onOpen(app_id)}>
      {t("details")}
    </button>
  );
}
