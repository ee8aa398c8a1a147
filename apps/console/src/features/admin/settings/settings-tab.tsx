import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ALERT_BOUNDS, RUNTIME_SETTINGS, type RuntimeSettingName, type RuntimeSettings } from "@udt/contract";
import { settingsEndpoints } from "@udt/contract/endpoints/settings";
import { App, Button, InputNumber, Switch } from "antd";
import { useEffect, useId, useRef, useState } from "react";
import { useLocation } from "react-router";
import { api } from "../../../lib/api/api.ts";
import { queryOf } from "../../../lib/api/queries.ts";
import { ErrorState, SkeletonRows } from "../../../lib/components/index.ts";
import { useFormat } from "../../../lib/format/index.ts";
import { LeaveGuard } from "../../../lib/form/index.ts";
import { useT } from "../../../lib/i18n/index.ts";

const GROUPS = [
  [
    "people",
    [
      "signup_open",
      "signup_approval",
      "default_expiry_days",
      "strong_passwords",
      "admin_second_factor",
      "session_max_hours",
    ],
  ],
  ["tests", ["inactivity_minutes", "parallel_tests_per_user", "parallel_tests_per_project", "first_look"]],
  ["menu", ["notifications_internal", "notifications_email", "notifications_external"]],
  ["alerts", Object.values(ALERT_BOUNDS)],
  ["safety", ["allow_unisolated_scripts", "watch_links", "audit_retention_days"]],
] as const satisfies readonly (readonly [string, readonly RuntimeSettingName[]])[];
const NAMES: readonly RuntimeSettingName[] = GROUPS.flatMap(([, names]) => names);
const settingsQuery = queryOf(settingsEndpoints.adminSettingsGet, {});

/** What an administrator may change while the servers run. */
export function SettingsTab() {
  const t = useT("admin");
  const settings = useQuery(settingsQuery);
  if (settings.isPending) return <SkeletonRows rows={6} />;
  if (!settings.data) {
    return <ErrorState title={t("settings.error")} error={settings.error} onRetry={() => void settings.refetch()} />;
  }
  return <Form saved={settings.data} />;
}

/** Whether a setting may be that. A number out of bounds stays as it was typed and is told, instead of becoming another. */
function mayBe(name: RuntimeSettingName, value: number | boolean | null | undefined): boolean {
  const rule = RUNTIME_SETTINGS[name];
  return rule.kind === "flag" || (typeof value === "number" && value >= rule.min && value <= rule.max);
}

type Edited = { [Name in RuntimeSettingName]?: RuntimeSettings[Name] | null };

function Form({ saved }: { saved: RuntimeSettings }) {
  const t = useT("admin");
  const common = useT("common");
  const { message } = App.useApp();
  const queryClient = useQueryClient();
  /** What differs from what is saved, so that what others save shows; null is an emptied number. */
  const [edited, setEdited] = useState<Edited>({});
  const save = useMutation({
    mutationFn: (body: Partial<RuntimeSettings>) => api.call(settingsEndpoints.adminSettingsSet, { body }),
    onSuccess: (after) => {
      queryClient.setQueryData(settingsQuery.queryKey, after);
      setEdited({});
      void message.success(t("settings.saved"));
    },
  });
  const form = useRef<HTMLFormElement>(null);
  const { hash } = useLocation();
  useEffect(() => {
    const section = [...(form.current?.querySelectorAll("section") ?? [])].find(({ id }) => `#${id}` === hash);
    section?.scrollIntoView();
    section?.focus({ preventScroll: true });
  }, [hash]);
  const dirty = Object.keys(edited).length > 0;
  const isWhole = (change: Edited): change is Partial<RuntimeSettings> =>
    NAMES.every((name) => change[name] === undefined || mayBe(name, change[name]));
  const change = (name: RuntimeSettingName, value: number | boolean | null) =>
    setEdited((before) => {
      const { [name]: _, ...others } = before;
      return value === saved[name] ? others : { ...others, [name]: value };
    });
  return (
    <form
      ref={form}
      className="udt-card admin-settings"
      onSubmit={(event) => {
        event.preventDefault();
        if (dirty && isWhole(edited)) save.mutate(edited);
      }}
    >
      <LeaveGuard dirty={dirty} />
      {GROUPS.map(([group, names]) => (
        <section key={group} id={group} tabIndex={-1} aria-label={t(`settings.group.${group}`)}>
          <h2>{t(`settings.group.${group}`)}</h2>
          {names.map((name) => (
            <Row
              key={name}
              name={name}
              value={edited[name] === undefined ? saved[name] : edited[name]}
              onChange={(value) => change(name, value)}
            />
          ))}
        </section>
      ))}
      <div className="admin-buttons">
        <Button disabled={!dirty || save.isPending} onClick={() => setEdited({})}>
          {t("settings.discard")}
        </Button>
        <Button type="primary" htmlType="submit" disabled={!dirty || !isWhole(edited)} loading={save.isPending}>
          {common("save")}
        </Button>
      </div>
    </form>
  );
}

function Row(props: {
  name: RuntimeSettingName;
  value: number | boolean | null;
  onChange: (value: number | boolean | null) => void;
}) {
  const t = useT("admin");
  const format = useFormat();
  const id = useId();
  const { name, value } = props;
  const rule = RUNTIME_SETTINGS[name];
  const isWrong = !mayBe(name, value);
  return (
    <div className="admin-setting">
      <label htmlFor={id}>
        <b>{t(`settings.name.${name}`)}</b>
        <small>{t(`settings.hint.${name}`)}</small>
        {isWrong && rule.kind === "number" && (
          <small className="admin-broken" role="status">
            {t("settings.range", { min: format.number(rule.min), max: format.number(rule.max) })}
          </small>
        )}
      </label>
      {rule.kind === "flag" ? (
        <Switch id={id} checked={value === true} aria-label={t(`settings.name.${name}`)} onChange={props.onChange} />
      ) : (
        <InputNumber<number>
          id={id}
          precision={0}
          aria-invalid={isWrong}
          {...(isWrong && { status: "error" as const })}
          value={typeof value === "number" ? value : null}
          onChange={props.onChange}
        />
      )}
    </div>
  );
}
