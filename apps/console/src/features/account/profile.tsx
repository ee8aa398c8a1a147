import { ApiError } from "@udt/client";
import { AUTH_TYPES, LIMITS, rules } from "@udt/contract";
import { App, Button, Input } from "antd";
import { useRef, useState, type FormEvent } from "react";
import { Avatar } from "../../lib/components/index.ts";
import { errorText } from "../../lib/errors/index.ts";
import { Field, LeaveGuard } from "../../lib/form/index.ts";
import { useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { useRuleText } from "../../lib/rules/index.ts";
import { useUser } from "../../lib/session/index.ts";
import { useChangeNickname, useChangePicture } from "./use-account.ts";

export function Profile() {
  return (
    <>
      <Picture />
      <Nickname />
    </>
  );
}

function Picture() {
  const t = useT("account");
  const format = useFormat();
  const user = useUser();
  const { message } = App.useApp();
  const input = useRef<HTMLInputElement>(null);
  const change = useChangePicture();
  const [wrong, setWrong] = useState<string>();
  const size = format.bytes(LIMITS.image_size_max_bytes);

  const choose = (file: File | undefined) => {
    if (!file) return;
    if (file.size > LIMITS.image_size_max_bytes) {
      setWrong(t("profile.too_large", { actual: format.bytes(file.size), size }));
      return;
    }
    setWrong(undefined);
    change.mutate(file, {
      onSuccess: () => void message.success(t("profile.picture_saved")),
      onError: (error) => setWrong(errorText(error)),
    });
  };

  return (
    <div className="account-picture">
      <Avatar name={user.user_name} image={user.head_image} size={40} />
      <div>
        <input
          ref={input}
          type="file"
          hidden
          accept="image/png,image/jpeg,image/webp,image/gif"
          aria-label={t("profile.picture")}
          onChange={(event) => {
            choose(event.target.files?.[0]);
            // The same file may be chosen again.
            event.target.value = "";
          }}
        />
        <Button loading={change.isPending} onClick={() => input.current?.click()}>
          {t(change.isPending ? "profile.uploading" : "profile.choose")}
        </Button>
        <small className="udt-secondary" data-wrong={wrong !== undefined || undefined} role="status">
          {wrong ?? t("profile.hint", { size })}
        </small>
      </div>
    </div>
  );
}

function Nickname() {
  const t = useT("account");
  const texts = useRuleText();
  const user = useUser();
  const { message } = App.useApp();
  const change = useChangeNickname();
  const [value, setValue] = useState(user.user_name);
  const [refused, setRefused] = useState<string>();
  const dirty = value.trim() !== user.user_name;
  const wrong = refused ?? texts.check(rules.nickname, value);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (wrong !== undefined || !dirty || change.isPending) return;
    change.mutate(value.trim(), {
      onSuccess: (changed) => {
        setValue(changed.user_name);
        void message.success(t("profile.saved"));
      },
      onError: (error) => {
        const taken = error instanceof ApiError && error.code === "nickname_exists";
        setRefused(texts.refused(error, "user_name") ?? (taken ? errorText(error) : undefined));
      },
    });
  };

  return (
    <form className="account-form" onSubmit={submit}>
      <LeaveGuard dirty={dirty} />
      <Field
        label={t("profile.nickname")}
        hint={t("profile.nickname_hint", { max: LIMITS.nickname_max })}
        error={wrong}
        render={(control) => (
          <Input
            {...control}
            value={value}
            autoComplete="nickname"
            {...(wrong !== undefined && { status: "error" as const })}
            onChange={(event) => {
              setValue(event.target.value);
              setRefused(undefined);
            }}
          />
        )}
      />
      <Field
        label={t("profile.email")}
        hint={t(user.auth_type === AUTH_TYPES.external ? "profile.email_hint_provider" : "profile.email_hint")}
        render={(control) => <Input {...control} value={user.email} readOnly variant="filled" />}
      />
      <Button type="primary" htmlType="submit" disabled={!dirty || wrong !== undefined} loading={change.isPending}>
        {t("save")}
      </Button>
    </form>
  );
}
