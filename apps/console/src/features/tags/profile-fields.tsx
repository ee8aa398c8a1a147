import {
  PROFILE_ROTATIONS,
  PROFILE_SETTINGS,
  type DeviceProfile,
  type ProfileSetting,
  type ProfileValues,
  type TagWish,
} from "@udt/contract";
import { Input, InputNumber, Select, Switch } from "antd";
import { useState, type ReactNode } from "react";
import { Field, type ControlProps } from "../../lib/form/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { PermissionRows } from "./permission-rows.tsx";

export type ProfileFaults = Partial<Record<ProfileSetting, string | undefined>>;

interface Props {
  profile: DeviceProfile;
  faults: ProfileFaults;
  change<Name extends ProfileSetting>(setting: Name, value: ProfileValues[Name] | undefined): void;
}

/** What the tag's devices are brought back to between sessions, if it says so. */
export function ProfileFields({
  draft,
  faults,
  change,
}: {
  draft: TagWish;
  faults: ProfileFaults;
  change: (part: Partial<TagWish>) => void;
}) {
  const t = useT("tags");
  const { profile } = draft;
  const hasAny = PROFILE_SETTINGS.some((name) => profile[name] !== undefined);
  /** Somebody looks at it who has chosen nothing yet. */
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <label className="tags-default">
        <Switch
          aria-label={t("field.profile")}
          checked={hasAny || isOpen}
          onChange={(isOn) => {
            setOpen(isOn);
            if (!isOn) change({ profile: {} });
          }}
        />
        <span>
          <b>{t("field.profile")}</b>
          <small>{t("hint.profile")}</small>
        </span>
      </label>
      {(hasAny || isOpen) && (
        <fieldset className="udt-field tags-profile" aria-label={t("field.profile")}>
          {PROFILE_SETTINGS.map((setting) => (
            <Setting
              key={setting}
              setting={setting}
              profile={profile}
              faults={faults}
              change={(name, value) => change({ profile: { ...profile, [name]: value } })}
            />
          ))}
        </fieldset>
      )}
    </>
  );
}

function Setting({ setting, ...props }: Props & { setting: ProfileSetting }) {
  const words = useT("device-profile");
  const t = useT("tags");
  if (setting === "permissions")
    return (
      <PermissionRows
        permissions={props.profile.permissions ?? []}
        fault={props.faults.permissions}
        change={(permissions) => props.change("permissions", permissions.length === 0 ? undefined : permissions)}
      />
    );
  if (setting === "location") return <Location {...props} />;
  return (
    <div data-setting={setting}>
      <Field
        label={words(`setting.${setting}`)}
        hint={setting === "locale" || setting === "proxy" ? t(`profile.hint.${setting}`) : undefined}
        error={props.faults[setting]}
        render={(control) => <Value setting={setting} control={control} {...props} />}
      />
    </div>
  );
}

const LOCALES = ["zh-Hans-CN", "en-US", "ja-JP"];
const TIME_ZONES = ["UTC", ...Intl.supportedValuesOf("timeZone").filter((zone) => zone !== "UTC")];
const asOptions = (values: readonly string[]) => values.map((value) => ({ value, label: value }));

type Single = Exclude<ProfileSetting, "permissions" | "location">;

function Value({ setting, control, profile, change }: Props & { setting: Single; control: ControlProps }): ReactNode {
  const t = useT("tags");
  const words = useT("device-profile");
  const left = t("profile.left");
  switch (setting) {
    case "locale":
      return (
        <>
          <datalist id={`${control.id}-known`}>
            {LOCALES.map((locale) => (
              <option key={locale} value={locale} />
            ))}
          </datalist>
          <Input
            {...control}
            autoComplete="off"
            list={`${control.id}-known`}
            placeholder={left}
            value={profile.locale ?? ""}
            onChange={({ target }) => change("locale", target.value.trim() || undefined)}
          />
        </>
      );
    case "time_zone":
      return (
        <Select
          {...control}
          allowClear
          showSearch
          placeholder={left}
          options={asOptions(TIME_ZONES)}
          value={profile.time_zone}
          onChange={(value: string | undefined) => change("time_zone", value)}
        />
      );
    case "font_scale":
    case "density":
      return (
        <InputNumber
          {...control}
          placeholder={left}
          step={setting === "font_scale" ? 0.05 : 10}
          value={profile[setting] ?? null}
          onChange={(value) => change(setting, value ?? undefined)}
        />
      );
    case "dark_mode":
    case "animations":
      return (
        <Select
          {...control}
          allowClear
          placeholder={left}
          options={[true, false].map((value) => ({ value, label: words(value ? "on" : "off") }))}
          value={profile[setting]}
          onChange={(value: boolean | undefined) => change(setting, value)}
        />
      );
    case "rotation":
      return (
        <Select
          {...control}
          allowClear
          placeholder={left}
          options={PROFILE_ROTATIONS.map((value) => ({ value, label: words(`rotation.${value}`) }))}
          value={profile.rotation}
          onChange={(value: ProfileValues["rotation"] | undefined) => change("rotation", value)}
        />
      );
    default:
      return (
        <Input
          {...control}
          autoComplete="off"
          placeholder={left}
          value={profile.proxy ?? ""}
          onChange={({ target }) => change("proxy", target.value.trim() || undefined)}
        />
      );
  }
}

/** A number that is not there yet is none, which the field says. */
const shown = (value: number | undefined) => (value === undefined || Number.isNaN(value) ? null : value);

/** Both degrees, or neither. */
function Location({ profile, faults, change }: Props) {
  const t = useT("tags");
  const words = useT("device-profile");
  const at = profile.location;
  const set = (part: Partial<ProfileValues["location"]>) => {
    const next = { latitude: Number.NaN, longitude: Number.NaN, ...at, ...part };
    const isGone = Number.isNaN(next.latitude) && Number.isNaN(next.longitude);
    change("location", isGone ? undefined : next);
  };
  return (
    <fieldset className="tags-location" data-setting="location">
      <legend>{words("setting.location")}</legend>
      {(["latitude", "longitude"] as const).map((name, index) => (
        <Field
          key={name}
          label={t(`profile.${name}`)}
          error={index === 0 ? faults.location : undefined}
          render={(control) => (
            <InputNumber
              {...control}
              placeholder={t("profile.left")}
              value={shown(at?.[name])}
              onChange={(value) => set({ [name]: value ?? Number.NaN })}
            />
          )}
        />
      ))}
    </fieldset>
  );
}
