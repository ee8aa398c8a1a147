import { ENVIRONMENT_SETTINGS, type EnvironmentSetting } from "@udt/contract";
import type { DeviceStrategies } from "@udt/contract/endpoints/self-checks";
import { useT } from "../../lib/i18n/index.ts";
import { Table } from "../../lib/list/index.ts";
import { TagLink } from "./tag-link.tsx";

type Told = DeviceStrategies["environment"];

const linesOf = (told: Told, setting: EnvironmentSetting): string[] =>
  setting === "preinstalled"
    ? told.preinstalled.value.map(({ name, version_name, package_name }) =>
        `${name} ${version_name}`.trim() === package_name
          ? package_name
          : `${`${name} ${version_name}`.trim()} · ${package_name}`,
      )
    : told[setting].value;

/** What is to be on a device and what cleaning leaves there, each with the tag that says so. */
export function EnvironmentDecided({ project, told }: { project: string; told: Told }) {
  const t = useT("environment");
  const columns = [
    { key: "setting", label: t("setting"), width: "30%" },
    { key: "by", label: t("by"), width: "20%" },
    { key: "value", label: t("value") },
  ];
  return (
    <section aria-label={t("decided")}>
      <h2 className="devices-drawer-title">{t("decided")}</h2>
      <p className="udt-secondary">{t("lead")}</p>
      <Table columns={columns}>
        {ENVIRONMENT_SETTINGS.map((setting) => {
          const { tag } = told[setting];
          const lines = linesOf(told, setting);
          return (
            <tr key={setting} data-setting={setting}>
              <td>{t(`of.${setting}`)}</td>
              <td>{tag ? <TagLink project={project} {...tag} /> : t("no_tag")}</td>
              <td>{lines.length === 0 ? "–" : lines.map((line) => <div key={line}>{line}</div>)}</td>
            </tr>
          );
        })}
      </Table>
    </section>
  );
}
