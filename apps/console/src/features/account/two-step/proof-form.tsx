import { ApiError } from "@udt/client";
import { AUTH_TYPES, LIMITS } from "@udt/contract";
import { Button, Input } from "antd";
import { useState } from "react";
import { errorText } from "../../../lib/errors/index.ts";
import { Field } from "../../../lib/form/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { useUser } from "../../../lib/session/index.ts";

/** Asks for the password again; who has none here is only told what is to happen. */
export function ProofForm(props: {
  text: string;
  submit: string;
  danger?: boolean;
  pending: boolean;
  error: Error | null;
  onSubmit: (password: string | undefined) => void;
  /** The password was changed: what was said of it no longer holds. */
  onChange: () => void;
}) {
  const t = useT("two-step");
  const user = useUser();
  const [password, setPassword] = useState("");
  const hasPassword = user.auth_type !== AUTH_TYPES.external;
  const aboutPassword = props.error instanceof ApiError && props.error.code === "wrong_password";
  const wrong = props.error === null ? undefined : errorText(props.error);
  return (
    <form
      className="two-step-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!props.pending && (!hasPassword || password !== "")) props.onSubmit(hasPassword ? password : undefined);
      }}
    >
      <p>{props.text}</p>
      {hasPassword && (
        <>
          {/* Tells password managers whose password this is. */}
          <input type="email" hidden readOnly autoComplete="username" value={user.email} />
          <Field
            label={t("password")}
            error={aboutPassword ? wrong : undefined}
            render={(control) => (
              <Input.Password
                {...control}
                autoFocus
                autoComplete="current-password"
                value={password}
                maxLength={LIMITS.password_units_max}
                {...(aboutPassword && { status: "error" as const })}
                onChange={(event) => {
                  setPassword(event.target.value);
                  props.onChange();
                }}
              />
            )}
          />
        </>
      )}
      {wrong !== undefined && !aboutPassword && (
        <p className="two-step-wrong" role="alert">
          {wrong}
        </p>
      )}
      <div className="two-step-buttons">
        <Button
          type="primary"
          htmlType="submit"
          danger={props.danger === true}
          disabled={hasPassword && password === ""}
          loading={props.pending}
        >
          {props.submit}
        </Button>
      </div>
    </form>
  );
}
