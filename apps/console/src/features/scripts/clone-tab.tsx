import { LIMITS, type ScriptRepository } from "@udt/contract";
import { Command } from "../../lib/components/index.ts";
import { useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { LinkButton } from "../../lib/components/link-button.tsx";
import { paths } from "../../lib/navigation/paths.ts";
import { useMay } from "../../lib/privileges/index.ts";

/** How one works on it with one's own editor and git. */
export function CloneTab({ project, script }: { project: string; script: ScriptRepository }) {
  const t = useT("scripts");
  const format = useFormat();
  const mayToken = useMay(project, "project.token");
  return (
    <div className="scripts-sections">
      <section className="udt-card scripts-panel">
        <h2>{t("clone.title")}</h2>
        <p className="udt-secondary">{t("clone.text")}</p>
        <Command text={`git clone ${script.clone_url}`} />
      </section>
      <section className="udt-card scripts-panel">
        <h2>{t("clone.sign_in")}</h2>
        <p className="udt-secondary">{t("clone.sign_in_text")}</p>
        <dl>
          <dt>{t("clone.key")}</dt>
          <dd>{t("clone.key_text")}</dd>
          <dt>{t("clone.token")}</dt>
          <dd>{t("clone.token_text")}</dd>
        </dl>
        <div className="scripts-buttons">
          <LinkButton to={paths.userinfo()}>{t("clone.to_keys")}</LinkButton>
          {mayToken && <LinkButton to={paths.projectEdit(project)}>{t("clone.to_token")}</LinkButton>}
        </div>
      </section>
      <section className="udt-card scripts-panel">
        <h2>{t("clone.rules")}</h2>
        <p className="udt-secondary">
          {t("clone.rules_text", {
            push: format.bytes(LIMITS.script_push_max_bytes),
            repository: format.bytes(LIMITS.script_repository_max_bytes),
            project: format.bytes(LIMITS.script_project_max_bytes),
          })}
        </p>
      </section>
    </div>
  );
}
