import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { announcementQuery } from "../../lib/announcement/announcement.ts";
import { CloseIcon } from "../../lib/components/icons.tsx";
import { useT } from "../../lib/i18n/index.ts";
import { local } from "../../lib/storage.ts";

const KEY = "udt_announcement_closed";

/** The system notice bar. Who closed it sees it again only when it changes. */
export function AnnouncementBar() {
  const t = useT("common");
  const announcement = useQuery(announcementQuery).data;
  const [closed, setClosed] = useState(() => local.getItem(KEY));
  if (!announcement || closed === String(announcement.updated_at)) return null;
  const close = () => {
    local.setItem(KEY, String(announcement.updated_at));
    setClosed(String(announcement.updated_at));
  };
  return (
    <div className="udt-bar" data-tone={announcement.level === "warning" ? "warning" : "busy"} role="status">
      <div className="udt-bar-text">{announcement.text}</div>
      <button type="button" className="udt-icon-button" aria-label={t("close")} title={t("close")} onClick={close}>
        <CloseIcon />
      </button>
    </div>
  );
}
