import { LeftOutlined } from "@ant-design/icons";
import { Button } from "antd";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { PhoneIcon } from "../../../lib/components/icons.tsx";
import { useFormat } from "../../../lib/format/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { useUrlFilters } from "../../../lib/list/index.ts";
import { paths } from "../../../lib/navigation/paths.ts";
import { usePlaceName } from "../../../lib/place-name/index.ts";
import { shortCommit } from "../../../lib/runs/index.ts";
import { BranchSelect } from "../branch-select.tsx";
import type { Editing, Place } from "./use-editing.ts";
import type { usePhone } from "./use-phone.ts";

/** Which repository and branch this is, the phone beside it, and the way to save. */
export function EditHead(props: {
  place: Place;
  editing: Editing;
  canChange: boolean;
  phone: ReturnType<typeof usePhone>;
  onSave: () => void;
  children: ReactNode;
}) {
  const t = useT("scripts");
  const format = useFormat();
  const [, set] = useUrlFilters();
  const { place, editing, canChange, phone, onSave, children } = props;
  const { project, script, branch } = place;
  const { changes } = editing.seen;
  usePlaceName(script.name);
  const change = (next: string | undefined) => set({ branch: next, path: undefined });
  return (
    <header className="edit-head">
      <Link to={paths.script(project, script.repo_id)} aria-label={t("edit.back")} title={t("edit.back")}>
        <LeftOutlined />
      </Link>
      <h1 className="udt-ellipsis" title={script.name} data-literal>
        {script.name}
      </h1>
      <BranchSelect project={project} repo_id={script.repo_id} branch={branch} onChange={change} />
      <span className="udt-secondary" data-literal>
        {t("at_commit", { commit: shortCommit(editing.workspace.commit_id) })}
      </span>
      <span className="edit-space" />
      {children}
      {phone.isOffered && (
        <Button
          icon={<PhoneIcon />}
          aria-pressed={phone.isOpen}
          type={phone.isOpen ? "primary" : "default"}
          ghost={phone.isOpen}
          onClick={phone.turn}
        >
          {t("edit.phone")}
        </Button>
      )}
      {canChange && (
        <>
          <span className="udt-secondary" role="status">
            {changes > 0 && t("edit.count", { count: changes, total: format.number(changes) })}
          </span>
          <Button type="primary" disabled={changes === 0} onClick={onSave}>
            {t("edit.save")}
          </Button>
        </>
      )}
    </header>
  );
}
