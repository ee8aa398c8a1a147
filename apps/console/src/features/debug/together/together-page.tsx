import { useQueries } from "@tanstack/react-query";
import { Popconfirm, Switch } from "antd";
import { useEffect, useState } from "react";
import { Link, useLocation, useNavigate, useSearchParams } from "react-router";
import { EmptyState } from "../../../lib/components/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { usePlaceName } from "../../../lib/place-name/index.ts";
import { paths } from "../../../lib/navigation/paths.ts";
import { useSearchChange } from "../../../lib/navigation/use-search-change.ts";
import { useProjectId } from "../../../lib/project.ts";
import { useUser } from "../../../lib/session/index.ts";
import { useStore } from "../../../lib/streams/index.ts";
import { TOGETHER, useCancelTest } from "../../../lib/tests/index.ts";
import { HintLine } from "../hints.tsx";
import { testQuery } from "../session.tsx";
import { Group } from "./group.ts";
import { PhoneTile } from "./phone-tile.tsx";
import "../debug.css";
import "./together.css";

/** `/{projectId}/remote/together?device_id=…&device_id=…&leader=…`: several devices in one view, driven together. */
export default function TogetherPage() {
  const t = useT("debug");
  const project = useProjectId();
  const user = useUser();
  const [search] = useSearchParams();
  const device_ids = [...new Set(search.getAll("device_id"))];
  const toDevices = (
    <Link className="udt-button" to={paths.deviceList(project)}>
      {t("ended.devices")}
    </Link>
  );
  if (device_ids.length === 0 || device_ids.length > TOGETHER.max) {
    return (
      <EmptyState isPage title={t(device_ids.length === 0 ? "together.none" : "together.too_many")} action={toDevices}>
        {t("together.how_many", TOGETHER)}
      </EmptyState>
    );
  }
  return <Together key={`${project} ${user.user_id}`} project={project} device_ids={device_ids} />;
}

function Together({ project, device_ids }: { project: string; device_ids: readonly string[] }) {
  const user = useUser();
  const navigate = useNavigate();
  const { state, search: address } = useLocation();
  const [search, change] = useSearchChange();
  const [group] = useState(() => new Group(project, user.user_id));
  const wanted = search.get("leader");
  const leader = device_ids.find((each) => each === wanted) ?? device_ids[0];
  const isAsked = (state as { begin?: unknown } | null)?.begin === true;

  useEffect(() => group.conductor.lead(leader), [group, leader]);
  useEffect(() => () => group.conductor.dispose(), [group]);
  useEffect(() => {
    if (!isAsked) return;
    for (const device_id of device_ids) void group.begin(device_id);
    // Loading the page anew takes up what there is, and begins nothing.
    void navigate({ search: address }, { replace: true, state: null });
  }, [group, isAsked, device_ids, navigate, address]);

  const lead = (device_id: string) => change((next) => next.set("leader", device_id), { replace: true });
  const takeOut = (device_id: string) => {
    group.takeOut(device_id);
    change((next) => next.delete("device_id", device_id), { replace: true });
  };
  return (
    <div className="dbg-page">
      <TogetherHeader group={group} device_ids={device_ids} />
      <div className="dbg-together" data-followers={device_ids.length - 1}>
        {device_ids.map((device_id) => (
          <PhoneTile
            key={device_id}
            group={group}
            device_id={device_id}
            isLeader={device_id === leader}
            onLead={() => lead(device_id)}
            onTakeOut={() => takeOut(device_id)}
          />
        ))}
      </div>
      <HintLine />
    </div>
  );
}

function TogetherHeader({ group, device_ids }: { group: Group; device_ids: readonly string[] }) {
  const t = useT("debug");
  const common = useT("common");
  const project = useProjectId();
  const members = useStore(group.members);
  usePlaceName(t("together.title", { count: device_ids.length }));
  const { isByElement, phones } = useStore(group.conductor.view);
  const cancel = useCancelTest(project);
  const test_ids = device_ids.flatMap((each) => members[each]?.test_id ?? []);
  const tests = useQueries({ queries: test_ids.map((test_id) => testQuery(project, test_id)) });
  const open = tests.flatMap(({ data }) => (data && data.state !== "ended" ? [data.test_id] : []));
  const idle = device_ids.filter((each) => !members[each]?.test_id && !members[each]?.isBeginning);
  const apart = Object.values(phones).filter(({ divergence }) => divergence).length;
  return (
    <header className="dbg-header">
      <h1 className="udt-ellipsis">{t("together.title", { count: device_ids.length })}</h1>
      <label className="dbg-together-switch" title={t("together.by_element_text")}>
        <Switch size="small" checked={isByElement} onChange={(is) => group.conductor.repeatByElement(is)} />
        {t("together.by_element")}
      </label>
      {apart > 0 && (
        <span className="dbg-together-apart" role="status">
          {t("together.apart", { count: apart })}
        </span>
      )}
      <span className="dbg-space" />
      {idle.length > 0 && (
        <button
          type="button"
          className="udt-button"
          data-primary
          onClick={() => idle.forEach((device_id) => void group.begin(device_id))}
        >
          {t("together.begin")}
        </button>
      )}
      {open.length > 0 && (
        <Popconfirm
          title={t("together.end_title", { count: open.length })}
          description={t("end.confirm_text")}
          okText={t("end.confirm")}
          cancelText={common("cancel")}
          okButtonProps={{ danger: true }}
          onConfirm={() => open.forEach((test_id) => cancel.mutate(test_id))}
          placement="bottomRight"
        >
          <button type="button" className="udt-button dbg-end" disabled={cancel.isPending}>
            {t("together.end_all")}
          </button>
        </Popconfirm>
      )}
    </header>
  );
}
