import { DeleteOutlined, PlusOutlined } from "@ant-design/icons";
import { LIMITS, type ProfileValues } from "@udt/contract";
import { Button, Input } from "antd";
import { useId } from "react";
import { useT } from "../../lib/i18n/index.ts";

type Permissions = ProfileValues["permissions"];

/** Those that apps ask people for. */
const COMMON = [
  "CAMERA",
  "RECORD_AUDIO",
  "ACCESS_FINE_LOCATION",
  "ACCESS_COARSE_LOCATION",
  "READ_CONTACTS",
  "WRITE_CONTACTS",
  "READ_CALENDAR",
  "READ_PHONE_STATE",
  "CALL_PHONE",
  "SEND_SMS",
  "READ_MEDIA_IMAGES",
  "READ_MEDIA_VIDEO",
  "POST_NOTIFICATIONS",
].map((name) => `android.permission.${name}`);

/** What apps are given, where they are there: a row each. */
export function PermissionRows(props: {
  permissions: Permissions;
  fault: string | undefined;
  change: (permissions: Permissions) => void;
}) {
  const { permissions, fault, change } = props;
  const [note, common] = [useId(), useId()];
  const t = useT("tags");
  const words = useT("device-profile");
  const set = (at: number, part: Partial<Permissions[number]>) =>
    change(permissions.map((one, index) => (index === at ? { ...one, ...part } : one)));
  return (
    <fieldset className="tags-permissions" data-setting="permissions">
      <legend>{words("setting.permissions")}</legend>
      <datalist id={common}>
        {COMMON.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      {permissions.map(({ package_name, permission }, at) => (
        // Rows have no name of their own, and keep their order.
        <div key={at}>
          <Input
            aria-label={t("profile.package", { number: at + 1 })}
            aria-describedby={note}
            aria-invalid={fault !== undefined}
            autoComplete="off"
            placeholder="org.example.app"
            value={package_name}
            onChange={({ target }) => set(at, { package_name: target.value.trim() })}
          />
          <Input
            aria-label={t("profile.permission", { number: at + 1 })}
            aria-describedby={note}
            aria-invalid={fault !== undefined}
            autoComplete="off"
            list={common}
            placeholder="android.permission.CAMERA"
            value={permission}
            onChange={({ target }) => set(at, { permission: target.value.trim() })}
          />
          <Button
            type="text"
            icon={<DeleteOutlined />}
            aria-label={t("profile.remove", { number: at + 1 })}
            onClick={() => change(permissions.filter((_, index) => index !== at))}
          />
        </div>
      ))}
      <Button
        icon={<PlusOutlined />}
        disabled={permissions.length >= LIMITS.profile_permissions_max}
        onClick={() => change([...permissions, { package_name: "", permission: "" }])}
      >
        {t("profile.add")}
      </Button>
      <span id={note} className="udt-field-note" data-error={fault !== undefined || undefined} role="status">
        {fault ?? t("profile.hint.permissions")}
      </span>
    </fieldset>
  );
}
