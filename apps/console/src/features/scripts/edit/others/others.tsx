import type { ScriptEditor } from "@udt/contract";
import { Tooltip } from "antd";
import { Avatar } from "../../../../lib/components/index.ts";
import { listOf, useFormat } from "../../../../lib/format/index.ts";
import { useT } from "../../../../lib/i18n/index.ts";
import { useUser } from "../../../../lib/session/index.ts";

const SHOWN_MAX = 4;

/** Who else has the branch open, and at which file. */
export function Others({ others }: { others: readonly ScriptEditor[] }) {
  const t = useT("scripts");
  const format = useFormat();
  const nameOf = useNames();
  if (others.length === 0) return null;
  const more = others.length - SHOWN_MAX;
  return (
    <ul className="edit-others" aria-label={t("edit.others")}>
      {others.slice(0, SHOWN_MAX).map((one) => {
        const name = nameOf(one);
        const text =
          one.path === "" ? name : t(one.is_changed ? "edit.at_changed" : "edit.at", { name, path: one.path });
        return (
          <Tooltip key={one.editor_id} title={text} placement="bottom">
            <li aria-label={text} data-changed={one.is_changed || undefined}>
              <Avatar name={one.user_name} />
            </li>
          </Tooltip>
        );
      })}
      {more > 0 && <li className="udt-secondary">+{format.number(more)}</li>}
    </ul>
  );
}

/** That others have the file open that shows here. */
export function OthersNote({ others, path }: { others: readonly ScriptEditor[]; path: string }) {
  const t = useT("scripts");
  const nameOf = useNames();
  const here = others.filter((one) => one.path === path);
  if (here.length === 0) return null;
  const changing = here.filter(({ is_changed }) => is_changed);
  const who = changing.length > 0 ? changing : here;
  const names = listOf([...new Set(who.map(nameOf))]);
  return (
    <p className="edit-note" role="status">
      {t(changing.length > 0 ? "edit.here_changed" : "edit.here", { names })}
    </p>
  );
}

/** What a page is called by: its person, or that it is another one of the reader's own. */
function useNames(): (one: ScriptEditor) => string {
  const t = useT("scripts");
  const own = useUser().user_id;
  return ({ user_id, user_name }) => (user_id === own ? t("edit.own_window") : user_name);
}
