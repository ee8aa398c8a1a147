import { notificationRules } from "@udt/contract";
import { Button, Checkbox, Input } from "antd";
import { Field } from "../../../lib/form/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { randomHex } from "../../../lib/random-hex.ts";
import type { ChannelFieldsProps } from "./channel-fields-props.ts";

const SECRET_BYTES = 24;

/** How the channel reaches people. Secrets that are kept are not shown: an empty field leaves them. */
export function AddressFields(props: ChannelFieldsProps) {
  const t = useT("notifications");
  const { values, channel, errorOf, onChange } = props;
  const transport = notificationRules.transportOf(values);
  const kept = channel && notificationRules.transportOf(channel) === transport ? channel : undefined;
  if (transport === "email") {
    return (
      <Field
        label={t("editor.recipients")}
        hint={t("editor.recipients_hint")}
        error={errorOf("recipients")}
        render={(control) => (
          <Input.TextArea
            {...control}
            name="recipients"
            rows={2}
            autoComplete="off"
            spellCheck={false}
            value={values.recipients}
            {...(control["aria-invalid"] && { status: "error" })}
            onChange={(event) => onChange({ recipients: event.target.value })}
          />
        )}
      />
    );
  }
  return (
    <>
      <Field
        label={t("editor.webhook")}
        hint={t(`editor.webhook_hint_${transport}`)}
        error={errorOf("webhook")}
        render={(control) => (
          <Input
            {...control}
            name="webhook"
            autoComplete="off"
            spellCheck={false}
            placeholder={kept ? t("editor.webhook_kept", { hint: kept.webhook_hint }) : "https://"}
            value={values.webhook}
            {...(control["aria-invalid"] && { status: "error" })}
            onChange={(event) => onChange({ webhook: event.target.value })}
          />
        )}
      />
      {transport === "webhook" ? (
        <Field
          label={t("editor.secret")}
          hint={t("editor.secret_hint")}
          error={errorOf("secret")}
          render={(control) => (
            <div className="notifications-secret">
              <Input
                {...control}
                name="secret"
                className="udt-mono"
                autoComplete="off"
                spellCheck={false}
                placeholder={kept ? t("editor.secret_kept") : ""}
                value={values.secret}
                {...(control["aria-invalid"] && { status: "error" })}
                onChange={(event) => onChange({ secret: event.target.value })}
              />
              <Button onClick={() => onChange({ secret: randomHex(SECRET_BYTES) })}>{t("editor.secret_make")}</Button>
            </div>
          )}
        />
      ) : (
        <MentionFields {...props} />
      )}
    </>
  );
}

function MentionFields({ values, errorOf, onChange }: ChannelFieldsProps) {
  const t = useT("notifications");
  return (
    <>
      <Checkbox checked={values.mention_all} onChange={(event) => onChange({ mention_all: event.target.checked })}>
        {t("editor.mention_all")}
      </Checkbox>
      <Field
        label={t("editor.mention_users")}
        hint={t("editor.mention_users_hint")}
        error={errorOf("mention_users")}
        render={(control) => (
          <Input
            {...control}
            name="mention_users"
            autoComplete="off"
            spellCheck={false}
            value={values.mention_users}
            {...(control["aria-invalid"] && { status: "error" })}
            onChange={(event) => onChange({ mention_users: event.target.value })}
          />
        )}
      />
    </>
  );
}
