import { LEVELLED, type InspectionConfig, type Levelled } from "@udt/contract";
import { selfCheckEndpoints, type DeviceStrategies } from "@udt/contract/endpoints/self-checks";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { queryOf } from "../../lib/api/queries.ts";
import { ErrorState, PageHeader, SkeletonRows } from "../../lib/components/index.ts";
import { LinkButton } from "../../lib/components/link-button.tsx";
import { deviceName } from "../../lib/device-name/index.ts";
import { inRow, useFormat, useNow } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { limitInWords, scheduleInWords } from "../../lib/inspection/index.ts";
import { Table } from "../../lib/list/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { useProjectId } from "../../lib/project.ts";
import { EnvironmentDecided } from "./environment-decided.tsx";
import { CheckHead } from "./check-head.tsx";
import { OwnStrategy } from "./own-strategy.tsx";
import { ProfileStrategy } from "./device-profile.tsx";
import "./strategies.css";
import { TagLink } from "./tag-link.tsx";
import { useDevice } from "./use-device.ts";

/** How a device checks itself in the project, which tag says so, and when. */
export default function StrategiesPage() {
  const t = useT("devices");
  const project = useProjectId();
  const { deviceId: device_id = "" } = useParams();
  const device = useDevice(project, device_id).data;
  const strategies = useQuery(
    queryOf(selfCheckEndpoints.deviceStrategies, { params: { device_id }, query: { project } }),
  );
  const name = device ? deviceName(device) : undefined;
  return (
    <>
      <PageHeader
        title={name === undefined ? t("strategies.title") : t("strategies.of", { name })}
        actions={
          <>
            {strategies.data && <OwnStrategy project={project} device_id={device_id} told={strategies.data} />}
            <LinkButton to={paths.tags(project)}>{t("tags.title")}</LinkButton>
            <LinkButton to={paths.device(project, device_id)}>{t("strategies.device")}</LinkButton>
          </>
        }
      >
        <span className="udt-secondary">{t("strategies.lead")}</span>
      </PageHeader>
      {strategies.data ? (
        <div className="devices-strategies">
          {strategies.data.is_shared && <p className="udt-secondary">{t("strategies.shared")}</p>}
          <Decided project={project} told={strategies.data} />
          <Asked config={strategies.data.config} />
          <ProfileStrategy project={project} told={strategies.data.profile} />
          <EnvironmentDecided project={project} told={strategies.data.environment} />
          <TagsOfIt project={project} told={strategies.data} />
        </div>
      ) : strategies.isError ? (
        <ErrorState
          isPage
          title={t("strategies.error")}
          error={strategies.error}
          onRetry={() => void strategies.refetch()}
        />
      ) : (
        <SkeletonRows />
      )}
    </>
  );
}

function Decided({ project, told }: { project: string; told: DeviceStrategies }) {
  const t = useT("devices");
  const words = useT("inspection");
  const format = useFormat();
  const now = useNow();
  const { tag, config, first_look, last_check, next_at, next_why } = told;
  return (
    <dl className="udt-facts" aria-label={t("check.title")}>
      <dt>{t("strategies.decides")}</dt>
      <dd>{tag ? <TagLink project={project} {...tag} /> : t("strategies.default")}</dd>
      {!tag && (
        <>
          <dt>{t("strategies.appearing")}</dt>
          <dd>
            {first_look
              ? t("strategies.first_look", { steps: inRow(looksOf(first_look).map((of) => words(`of.${of}`))) })
              : t("strategies.no_first_look")}
          </dd>
        </>
      )}
      <dt>{t("strategies.how_often")}</dt>
      <dd>{scheduleInWords(config)}</dd>
      <dt>{t("strategies.last")}</dt>
      <dd>{last_check ? <CheckHead check={last_check} /> : t("strategies.none_yet")}</dd>
      <dt>{t("strategies.next")}</dt>
      <dd title={next_at === null || next_at <= now ? undefined : format.exact(next_at)}>
        {next_at === null
          ? t(isOnOccasion(config) ? "strategies.on_occasion" : "strategies.never")
          : next_at <= now
            ? t("strategies.when_free")
            : format.moment(next_at, now)}
        {next_why !== null && " "}
        {next_why !== null && <small className="udt-secondary">{t(`strategies.why.${next_why}`)}</small>}
      </dd>
      <dt>{words("after.label")}</dt>
      <dd>{words(`after.${config.order_after}`)}</dd>
    </dl>
  );
}

/** Whether it is checked by itself on what happens, not by the clock alone. */
const isOnOccasion = ({ check_on, before_sessions }: InspectionConfig): boolean =>
  check_on.length > 0 || before_sessions !== "off";

/** Whether its network is slow is found where it is asked whether that answers. */
const looksOf = ({ levels }: InspectionConfig): Levelled[] =>
  LEVELLED.filter((of) => levels[of] !== "off" && of !== "latency");

function Asked({ config }: { config: InspectionConfig }) {
  const t = useT("devices");
  const words = useT("inspection");
  const columns = [
    { key: "step", label: t("strategies.step"), width: "30%" },
    { key: "level", label: t("strategies.level"), width: "20%" },
    { key: "limit", label: t("strategies.limit") },
  ];
  return (
    <Table columns={columns}>
      {LEVELLED.map((of) => (
        <tr key={of} data-of={of}>
          <td>{words(`of.${of}`)}</td>
          <td>{words(`level.${config.levels[of]}`)}</td>
          <td>{config.levels[of] === "off" ? "–" : limitInWords(config, of) || "–"}</td>
        </tr>
      ))}
    </Table>
  );
}

function TagsOfIt({ project, told }: { project: string; told: DeviceStrategies }) {
  const t = useT("devices");
  return (
    <section aria-label={t("strategies.tags")}>
      <h2 className="devices-drawer-title">{t("strategies.tags")}</h2>
      {told.tags.length === 0 ? (
        <p className="udt-secondary">{t("strategies.no_tags")}</p>
      ) : (
        <ol>
          {told.tags.map(({ tag_id, name, has_inspection, is_own, profile_settings, ...schedule }) => (
            <li key={tag_id} data-decides={tag_id === told.tag?.tag_id || undefined}>
              <TagLink project={project} tag_id={tag_id} name={name} />{" "}
              <small className="udt-secondary">
                {has_inspection ? scheduleInWords(schedule) : t("strategies.says_nothing")}
                {is_own && ` · ${t("strategies.own.alone")}`}
                {tag_id === told.tag?.tag_id && ` · ${t("strategies.this_decides")}`}
                {profile_settings.length > 0 && ` · ${t("profile.says", { count: profile_settings.length })}`}
              </small>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
