import { CloseIcon } from "../../../lib/components/icons.tsx";
import { useT } from "../../../lib/i18n/index.ts";

/** The files that are open; a mark at those that are not saved. */
export function FileTabs(props: {
  tabs: readonly string[];
  changed: ReadonlySet<string>;
  active: string | undefined;
  onOpen: (path: string) => void;
  onClose: (path: string) => void;
}) {
  const t = useT("scripts");
  const { tabs, changed, active, onOpen, onClose } = props;
  return (
    <ul className="edit-tabs" aria-label={t("edit.open_files")}>
      {tabs.map((path) => (
        <li key={path} ref={path === active ? toSight : undefined} data-active={path === active || undefined}>
          <button
            type="button"
            className="edit-tab"
            aria-current={path === active ? "page" : undefined}
            title={path}
            onClick={() => onOpen(path)}
            data-literal
          >
            {path.slice(path.lastIndexOf("/") + 1)}
            {changed.has(path) && <span className="udt-hidden">{t("edit.unsaved")}</span>}
          </button>
          <button
            type="button"
            className="udt-icon-button"
            data-changed={changed.has(path) || undefined}
            aria-label={t("edit.close", { path })}
            title={t("edit.close", { path })}
            onClick={() => onClose(path)}
          >
            <CloseIcon size={12} />
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Brings the tab that shows to sight. */
function toSight(tab: HTMLLIElement | null): void {
  tab?.scrollIntoView({ block: "nearest", inline: "nearest" });
}
