import { ApiError } from "@udt/client";
import type { ErrorName } from "@udt/contract";
import { errorText, refusalText } from "../../lib/errors/index.ts";
import { useNow } from "../../lib/format/use-now.ts";

/** Refusals that are decisions about the person, not faults: nobody needs their request id. */
const DECISIONS: readonly ErrorName[] = [
  "user_name_or_password",
  "email_unconfirmed",
  "user_approving",
  "user_rejected",
  "user_expired",
  "user_disabled",
  "signup_closed",
  "second_step_over",
  "second_step_code",
];

interface SubmitProps {
  label: string;
  pendingLabel: string;
  pending: boolean;
  /** Why the last try failed, unless a field says it. */
  error: unknown;
}

/** The form's button and, above it, why the last try failed; after too many tries it counts down. */
export function LoginSubmit(props: SubmitProps) {
  const { error } = props;
  if (error instanceof ApiError && error.code === "too_many_attempts") {
    return <Waiting {...props} until={error.time + Number(error.args["seconds"]) * 1000} />;
  }
  const requestId = error instanceof ApiError && !(error.code && DECISIONS.includes(error.code)) && error.request_id;
  return (
    <>
      {error != null && (
        <div className="login-error" role="alert">
          {errorText(error)}
          {requestId && <small className="udt-mono"> {requestId}</small>}
        </div>
      )}
      <Button {...props} />
    </>
  );
}

/** `until` is when another try is allowed. Epoch milliseconds. */
function Waiting(props: SubmitProps & { until: number }) {
  const seconds = Math.ceil((props.until - useNow()) / 1000);
  if (seconds <= 0) return <Button {...props} />;
  return (
    <>
      <div className="login-error" role="alert">
        {refusalText({ code: "too_many_attempts", args: { seconds } })}
      </div>
      <Button {...props} disabled />
    </>
  );
}

function Button(props: SubmitProps & { disabled?: boolean }) {
  return (
    <button
      type="submit"
      className="udt-button login-submit"
      data-primary
      disabled={props.pending || props.disabled === true}
    >
      {props.pending ? props.pendingLabel : props.label}
    </button>
  );
}
