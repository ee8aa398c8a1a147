import { useT } from "../../../lib/i18n/index.ts";
import { FolderPlusIcon, RetryIcon } from "../icons.tsx";
import { PickFiles } from "../pick-files.tsx";
import { crumbsOf, shownName } from "./file-view.ts";

const PLACES = ["/sdcard", "/sdcard/Download", "/data/local/tmp"] as const;

/** Where one is and may go, and what is done to a whole folder. */
export function FilesToolbar(props: {
  path: string;
  isReading: boolean;
  onGo: (path: string) => void;
  onReadAgain: () => void;
  onNewFolder: () => void;
  onFiles: (files: File[]) => void;
  /** All files of a folder, with their paths. */
  onFolder: (files: File[]) => void;
}) {
  const t = useT("debug");
  const { path, onGo } = props;
  const crumbs = crumbsOf(path);
  return (
    <>
      <div className="dbg-toolbar">
        <div className="dbg-files-places" role="group" aria-label={t("files.places")}>
          {PLACES.map((place) => (
            <button
              key={place}
              type="button"
              className="udt-button"
              aria-pressed={place === path}
              onClick={() => onGo(place)}
            >
              {place}
            </button>
          ))}
        </div>
        <div className="dbg-files-acts">
          <button type="button" className="udt-button" onClick={props.onNewFolder}>
            <FolderPlusIcon /> {t("files.new_folder")}
          </button>
          <PickFiles label={t("files.upload_folder")} isPlain isFolder onFiles={props.onFolder} />
          <PickFiles label={t("files.upload")} onFiles={props.onFiles} />
        </div>
      </div>
      <nav className="dbg-crumbs" aria-label={t("files.path")}>
        <ol>
          {crumbs.map((crumb, index) => (
            <li key={crumb.path}>
              <button
                type="button"
                aria-current={index === crumbs.length - 1 ? "location" : undefined}
                title={shownName(crumb.path)}
                onClick={() => onGo(crumb.path)}
                data-literal
              >
                {shownName(crumb.name)}
              </button>
            </li>
          ))}
        </ol>
        <button
          type="button"
          className="udt-icon-button"
          aria-label={t("files.reload")}
          title={t("files.reload")}
          disabled={props.isReading}
          onClick={props.onReadAgain}
        >
          <RetryIcon />
        </button>
      </nav>
    </>
  );
}
