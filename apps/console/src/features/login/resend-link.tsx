import { CheckIcon } from "../../lib/components/icons.tsx";
import { errorText } from "../../lib/errors/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { useResendLink } from "./use-confirm.ts";

/** Another link for who has registered and not confirmed their address, by what they tried to sign in with. */
export function ResendLink({ given }: { given: { email: string; password: string } }) {
  const t = useT("login");
  const resend = useResendLink();
  if (resend.isSuccess) {
    return (
      // It takes the button's place, for the keyboard too.
      <div className="login-done" role="status" tabIndex={-1} ref={(element) => element?.focus()}>
        <span aria-hidden>
          <CheckIcon />
        </span>
        {t("confirm.resent")}
      </div>
    );
  }
  return (
    <>
      <button
        type="button"
        className="udt-button login-submit"
        disabled={resend.isPending}
        onClick={() => resend.mutate(given)}
      >
        {t(resend.isPending ? "confirm.resending" : "confirm.resend")}
      </button>
      {resend.error && (
        <div className="login-error" role="alert">
          {errorText(resend.error)}
        </div>
      )}
    </>
  );
}
