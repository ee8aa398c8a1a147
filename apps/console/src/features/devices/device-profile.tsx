import { profileEntries, type DeviceProfile, type ProfileResult, type ToldOutcome } from "@udt/contract";
import { deviceProfileEndpoints } from "@udt/contract/endpoints/device-profiles";
import type { DeviceStrategies } from "@udt/contract/endpoints/self-checks";
import { useQuery } from "@tanstack/react-query";
import { queryOf } from "../../lib/api/queries.ts";
import { ErrorState, StatePill } from "../../lib/components/index.ts";
import { valuesInWords } from "../../lib/device-profile/index.ts";
import { useFormat, useNow } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { Table } from "../../lib/list/index.ts";
import { Said } from "../../lib/words/index.ts";
import "./self-check.css";
import { SettingResult, SETTING_TONES } from "./setting-result.tsx";
import { TagLink } from "./tag-link.tsx";

/** What would not take of what the device was last brought back to; that all did is a line. Nothing where no tag wants anything. */
export function DeviceProfileOutcome({ project, device_id }: { project: string; device_id: string }) {
  const t = useT("devices");
  const call = { params: { device_id }, query: { project } };
  const told = useQuery(queryOf(deviceProfileEndpoints.deviceProfileOutcome, call));
  if (told.isError && !told.data)
    return <ErrorState title={t("profile.error")} error={told.error} onRetry={() => void told.refetch()} />;
  const outcome = told.data?.outcome;
  if (!outcome) return null;
  const refused = outcome.results.filter(({ state }) => state === "refused");
  return (
    <section className="devices-profile" aria-label={t("profile.title")}>
      <h2 className="devices-drawer-title">{t("profile.title")}</h2>
      <p className="udt-secondary">
        <Summary outcome={outcome} refused={refused.length} />
      </p>
      {refused.length > 0 && (
        <ul>
          {refused.map((result) => (
            <SettingResult key={result.setting} result={result} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Summary({ outcome, refused }: { outcome: ToldOutcome; refused: number }) {
  const t = useT("devices");
  const format = useFormat();
  const now = useNow();
  const { results, at } = outcome;
  const shown = { total: format.number(results.length), refused: format.number(refused) };
  return (
    <span title={format.exact(at)}>
      {refused === 0
        ? t("profile.all", { count: results.length, ...shown, time: format.moment(at, now) })
        : t("profile.some", { count: refused, ...shown, time: format.moment(at, now) })}
    </span>
  );
}

/** For each setting what the device is brought back to, which tag decides, and how it went the last time. */
export function ProfileStrategy({ project, told }: { project: string; told: DeviceStrategies["profile"] }) {
  const t = useT("devices");
  const words = useT("device-profile");
  const { settings, decided_by, outcome } = told;
  const columns = [
    { key: "setting", label: t("profile.setting"), width: "22%" },
    { key: "wanted", label: t("profile.wanted"), width: "26%" },
    { key: "last", label: t("profile.last") },
    { key: "tag", label: t("strategies.decides"), width: "20%" },
  ];
  return (
    <section aria-label={t("profile.title")}>
      <h2 className="devices-drawer-title">{t("profile.title")}</h2>
      <p className="udt-secondary">{t("profile.lead")}</p>
      {decided_by.length === 0 ? (
        <p className="udt-secondary">{t("profile.none")}</p>
      ) : (
        <Table columns={columns}>
          {decided_by.map(({ setting, ...tag }) => (
            <tr key={setting} data-setting={setting}>
              <td>{words(`setting.${setting}`)}</td>
              <td className="devices-profile-told">
                <Values settings={settings} setting={setting} />
              </td>
              <td className="devices-profile-told">
                <LastTime result={outcome?.results.find((one) => one.setting === setting)} />
              </td>
              <td>
                <TagLink project={project} {...tag} />
              </td>
            </tr>
          ))}
        </Table>
      )}
      {outcome && profileEntries(settings).length > 0 && (
        <p className="udt-secondary">
          <Summary outcome={outcome} refused={outcome.results.filter(({ state }) => state === "refused").length} />
        </p>
      )}
    </section>
  );
}

function Values({ settings, setting }: { settings: DeviceProfile; setting: ProfileResult["setting"] }) {
  return valuesInWords(settings, setting).map((value) => <div key={value}>{value}</div>);
}

function LastTime({ result }: { result: ProfileResult | undefined }) {
  const t = useT("devices");
  const words = useT("device-profile");
  if (!result) return t("strategies.none_yet");
  return (
    <>
      <StatePill tone={SETTING_TONES[result.state]}>{words(`state.${result.state}`)}</StatePill>
      {result.reason && <Said said={result.reason} />}
    </>
  );
}
