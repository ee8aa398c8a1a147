import { ApiError } from "@udt/client";
import { AUTH_TYPES, LIMITS, type ErrorName } from "@udt/contract";
import { Input, type InputRef } from "antd";
import { useEffect, useRef, useState } from "react";
import { errorText } from "../errors/index.ts";
import { Field } from "../form/index.ts";
import { useT } from "../i18n/index.ts";
import { useUser } from "../session/index.ts";

const REFUSALS: readonly (ErrorName | undefined)[] = [
  "password_required",
  "wrong_password",
  "too_many_attempts",
  "sign_in_again",
];

/** Whether the server did not believe that the user is who they are. */
export const isAboutProof = (error: unknown): boolean => error instanceof ApiError && REFUSALS.includes(error.code);

/** What proves again who the user is: their password, or that they signed in elsewhere just now. */
export function useProof() {
  const { auth_type } = useUser();
  const hasPassword = auth_type !== AUTH_TYPES.external;
  const [password, setPassword] = useState("");
  return {
    hasPassword,
    password,
    setPassword: (given: string): void => setPassword(given),
    isGiven: !hasPassword || password !== "",
    /** What of it goes into a call's body. */
    body: hasPassword ? { password } : {},
  };
}
export type Proof = ReturnType<typeof useProof>;

/** Asks for it, and says that it is missing once it is `judged`, or why the server did not take it. */
export function ProofField({
  proof,
  error,
  judged,
  autoFocus,
}: {
  proof: Proof;
  error: unknown;
  judged?: boolean;
  /** Where all else that is asked for is filled in already. */
  autoFocus?: boolean;
}) {
  const t = useT("common");
  const errors = useT("errors");
  const user = useUser();
  const missing = judged && !proof.isGiven ? errors("rows.password_required") : undefined;
  const wrong = missing ?? (isAboutProof(error) ? errorText(error) : undefined);
  const input = useRef<InputRef>(null);
  // What is wrong with it is mended there.
  useEffect(() => {
    if (wrong !== undefined) input.current?.focus({ cursor: "all" });
  }, [wrong]);
  if (!proof.hasPassword) {
    return (
      <p className="udt-field-note" data-error={wrong !== undefined || undefined} role="status">
        {wrong ?? t("proof.elsewhere", { minutes: LIMITS.fresh_sign_in_minutes })}
      </p>
    );
  }
  return (
    <>
      {/* Tells password managers whose password this is. */}
      <input type="email" hidden readOnly autoComplete="username" value={user.email} />
      <Field
        label={t("proof.password")}
        hint={t("proof.hint")}
        error={wrong}
        render={(control) => (
          <Input.Password
            {...control}
            ref={input}
            {...(wrong !== undefined && { status: "error" as const })}
            autoFocus={autoFocus === true}
            autoComplete="current-password"
            maxLength={LIMITS.password_units_max}
            value={proof.password}
            onChange={(event) => proof.setPassword(event.target.value)}
          />
        )}
      />
    </>
  );
}
