import {
  CloseCircleFilled,
  FireOutlined,
  MobileOutlined,
  RiseOutlined,
  SolutionOutlined,
  ToolOutlined,
  UserAddOutlined,
} from "@ant-design/icons";
import { FLAKY_RISERS, type DataOf } from "@udt/contract";
import type { homeEndpoints } from "@udt/contract/endpoints/home";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { ErrorState } from "../../lib/components/index.ts";
import { useFormat, useNow } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { numbered } from "../../lib/runs/index.ts";
import { useWaitingAccounts } from "../../lib/session/index.ts";
import { useNeeds } from "./use-needs.ts";
import "../../lib/components/panel.css";

type Needs = DataOf<typeof homeEndpoints.homeNeeds>;

/**
 * What waits for somebody: people who want to join or have registered, tasks that failed last, cases that became flakier,
 * devices that need care or cannot be used. Not there when nothing does; what could not be asked is said.
 */
export function NeedsYou({ project }: { project: string }) {
  const t = useT("home");
  const { failed, risers, joining, accounts, care, conditions, unusable, unread, isAny } = useNeeds(project);
  const format = useFormat();
  if (!isAny) return null;
  const told = (
    what: "care" | (typeof conditions)[number]["condition"] | (typeof unusable)[number]["state"],
    count: number,
  ) => t(`needs.${what}`, { count, devices: format.number(count) });
  return (
    <Needed
      unread={unread}
      link={failed.length > 0 && <Link to={`${paths.runs(project)}?verdict=failed`}>{t("needs.all")}</Link>}
    >
      {joining > 0 && (
        <Line icon={<UserAddOutlined />} to={paths.members(project)} title={t("needs.join", { count: joining })} />
      )}
      {accounts > 0 && <Accounts count={accounts} />}
      {failed.map((one) => (
        <Failed key={one.job_id} project={project} one={one} />
      ))}
      {risers.map((one) => (
        <Riser key={`${one.job_id} ${one.case_key}`} one={one} />
      ))}
      {care > 0 && (
        <Line
          tone="warning"
          icon={<FireOutlined />}
          to={`${paths.deviceList(project)}?care=1`}
          title={told("care", care)}
        />
      )}
      {conditions.map(({ condition, count }) => (
        <Line
          key={condition}
          tone="warning"
          icon={<ToolOutlined />}
          to={`${paths.deviceList(project)}?condition=${condition}`}
          title={told(condition, count)}
        />
      ))}
      {unusable.map(({ state, count }) => (
        <Line
          key={state}
          icon={<MobileOutlined />}
          to={`${paths.deviceList(project)}?state=${state}`}
          title={told(state, count)}
        />
      ))}
    </Needed>
  );
}

/** What waits for an administrator who is in no project. */
export function AccountsWait() {
  const waiting = useWaitingAccounts();
  const count = waiting.data?.accounts ?? 0;
  const isUnread = waiting.isError && !waiting.data;
  if (count === 0 && !isUnread) return null;
  return <Needed unread={isUnread ? [waiting] : []}>{count > 0 && <Accounts count={count} />}</Needed>;
}

/** @param props.unread What could not be asked. */
function Needed(props: {
  unread: readonly { error: unknown; refetch(): unknown }[];
  link?: ReactNode;
  children: ReactNode;
}) {
  const t = useT("home");
  const { unread, link, children } = props;
  return (
    <section className="udt-card udt-panel home-needs">
      <header>
        <h2>{t("needs.title")}</h2>
        {link}
      </header>
      {unread.length > 0 && (
        <ErrorState
          title={t("needs.error")}
          error={unread[0]?.error}
          onRetry={() => unread.forEach((query) => void query.refetch())}
        />
      )}
      <ul>{children}</ul>
    </section>
  );
}

function Accounts({ count }: { count: number }) {
  const to = `${paths.admin("users")}?state=approving`;
  return <Line icon={<SolutionOutlined />} to={to} title={useT("home")("needs.accounts", { count })} />;
}

/** A task that failed last. It leads to what is new of its failures, where something is. */
function Failed({ project, one }: { project: string; one: Needs["failed_jobs"][number] }) {
  const t = useT("home");
  const format = useFormat();
  const now = useNow();
  const { failed, new_failures } = one;
  const values = { count: failed, failed: format.number(failed), time: format.moment(one.created_at, now) };
  const note = () => {
    if (failed === 0) return t("needs.device_failed", values);
    if (new_failures === null) return t("needs.failed", values);
    if (new_failures === 0) return t("needs.none_new", values);
    return t("needs.new", { ...values, fresh: format.number(new_failures) });
  };
  return (
    <Line
      tone="bad"
      icon={<CloseCircleFilled />}
      to={`${paths.run(project, one.test_id, one.job_id)}${new_failures ? "?compared=new_failure" : ""}`}
      title={numbered(one)}
      note={note()}
    />
  );
}

/** A case that became flakier. It leads to its newest attempt, beside which its history stands. */
function Riser({ one }: { one: Needs["flaky_risers"][number] }) {
  const t = useT("home");
  const format = useFormat();
  return (
    <Line
      tone="warning"
      icon={<RiseOutlined />}
      to={paths.runCase(one.project_id, one.test_id, one.case_run_id, one.job_id)}
      title={<span data-literal>{one.name}</span>}
      note={t("needs.riser", {
        task: one.job_name,
        days: format.number(FLAKY_RISERS.days),
        now: format.number(one.flaky_runs),
        runs: format.number(one.runs),
        before: format.number(one.flaky_runs_before),
        runs_before: format.number(one.runs_before),
      })}
    />
  );
}

function Line(props: { icon: ReactNode; tone?: "bad" | "warning"; to: string; title: ReactNode; note?: string }) {
  return (
    <li>
      <span className="home-line-icon" data-tone={props.tone} aria-hidden>
        {props.icon}
      </span>
      <span className="home-name">
        <Link to={props.to}>{props.title}</Link>
        {props.note && <small>{props.note}</small>}
      </span>
    </li>
  );
}
