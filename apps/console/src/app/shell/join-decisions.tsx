import { useStale } from "../../lib/api/queries.ts";
import { useConsoleEvents } from "../../lib/events/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { showNotice } from "../../lib/notices/notices.ts";

/** Tells who asked to join a project, or was taken in unasked, what became of it, wherever they are. */
export function JoinDecisions() {
  const t = useT("app");
  const stale = useStale();
  useConsoleEvents((event) => {
    if (event.type !== "join.decided") return;
    const { project_id, name, accepted } = event;
    // Who stands before its door follows the events of no project: by these nothing of it becomes stale.
    void stale(["projectDoor", "privilegeEnforce"], project_id);
    const outcome = accepted ? "accepted" : "declined";
    showNotice({
      key: `join_${project_id}`,
      tone: accepted ? "good" : "warning",
      title: t(`join.${outcome}.title`, { name }),
      text: t(`join.${outcome}.text`),
    });
  });
  return null;
}
