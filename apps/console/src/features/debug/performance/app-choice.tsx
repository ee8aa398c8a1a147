import { Select } from "antd";
import { useMemo } from "react";
import { useT } from "../../../lib/i18n/index.ts";
import type { DeviceApp } from "../apps/app-rows.ts";
import { useAppNames, useDeviceApps } from "../apps/use-apps.ts";
import { useSession } from "../session.tsx";
import type { Recording } from "./live-performance.ts";

/** Stands for the device alone: no package is called so. */
const DEVICE = "";

const rankOf = ({ foreground, running, system }: DeviceApp): number =>
  foreground ? 0 : running ? (system ? 2 : 1) : system ? 4 : 3;

/** What runs first, of those the one in front; then what came to the device. */
const inOrder = (apps: readonly DeviceApp[], nameOf: (package_name: string) => string): DeviceApp[] => {
  const words = ({ package_name }: DeviceApp) => `${nameOf(package_name)} ${package_name}`;
  return apps.toSorted((a, b) => rankOf(a) - rankOf(b) || words(a).localeCompare(words(b)));
};

/** What is measured when nobody has chosen: what is in front, or what is being recorded anyway; undefined while that is not known. */
export function useChosen(chosen: string | null | undefined, recording: Recording): string | null | undefined {
  const { drives, running } = useSession();
  const apps = useDeviceApps(running && drives);
  if (chosen !== undefined) return chosen;
  if (recording) return recording.package_name;
  if (!drives || apps.isError) return null;
  return apps.data && (apps.data.list.find(({ foreground }) => foreground)?.package_name ?? null);
}

const option = ({ value, label, state }: { value: string; label: string; state: string }) => (
  <span className="dbg-perf-option" data-literal>
    <span className="udt-ellipsis">{label}</span>
    <small className="udt-secondary">{[value === label ? "" : value, state].filter(Boolean).join(" · ")}</small>
  </span>
);

/** Which app is measured. Who watches may look at the device, and at what is being recorded. */
export function AppChoice(props: {
  chosen: string | null | undefined;
  recording: Recording;
  onChoose: (package_name: string | null) => void;
}) {
  const t = useT("debug");
  const { drives, running } = useSession();
  const { chosen, recording } = props;
  const apps = useDeviceApps(running && drives);
  const nameOf = useAppNames();
  const options = useMemo(() => {
    const known = inOrder(apps.data?.list ?? [], nameOf).map((app) => ({
      value: app.package_name,
      label: nameOf(app.package_name),
      state: app.foreground ? t("performance.foreground") : app.running ? t("apps.running") : "",
    }));
    const more = [chosen, recording?.package_name]
      .filter((name) => typeof name === "string")
      .filter((name, index, all) => all.indexOf(name) === index && !known.some(({ value }) => value === name))
      .map((name) => ({ value: name, label: nameOf(name), state: "" }));
    return [{ value: DEVICE, label: t("performance.device"), state: "" }, ...more, ...known];
  }, [apps.data, chosen, nameOf, recording, t]);
  return (
    <Select
      className="dbg-perf-app"
      data-literal
      showSearch={{ optionFilterProp: ["label", "value"] }}
      aria-label={t("performance.app")}
      placeholder={t("performance.app")}
      disabled={!running}
      loading={drives && apps.isFetching}
      value={chosen === undefined ? undefined : (chosen ?? DEVICE)}
      options={options}
      onChange={(value) => props.onChoose(value === DEVICE || value === undefined ? null : value)}
      onOpenChange={(open) => open && drives && void apps.refetch()}
      optionRender={({ data }) => option(data)}
    />
  );
}
