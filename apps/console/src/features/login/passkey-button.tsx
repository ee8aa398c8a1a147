import { useMutation } from "@tanstack/react-query";
import { useNavigate, useSearchParams } from "react-router";
import { config } from "../../lib/config/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { paths, safeRedirect } from "../../lib/navigation/paths.ts";
import { PasskeyFault, passkeysMissing, PasskeysMissingNote, usePasskeyText } from "../../lib/passkeys/index.ts";
import { useEntered } from "./use-login.ts";

/** Signs in with a passkey alone; where this page cannot, it says why, if the server has passkeys at all. */
export function PasskeyButton({
  label,
  noneHint,
}: {
  label: string;
  /** What to do for who has none. */ noneHint?: string;
}) {
  const t = useT("login");
  const why = usePasskeyText();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const entered = useEntered();
  const enter = useMutation({
    mutationFn: async () => (await import("./enter-by-passkey.ts")).enterByPasskey(),
    onSuccess: (user) => {
      entered(user);
      void navigate(safeRedirect(search.get("redirect"), paths.home()), { replace: true });
    },
  });
  // Browsers do not tell who has none from who did not want to.
  const isNone = enter.error instanceof PasskeyFault && enter.error.kind === "cancelled";
  const missing = passkeysMissing();
  if (missing) {
    return config().passkey_origin === "" ? null : (
      <p className="login-other">
        <PasskeysMissingNote why={missing} />
      </p>
    );
  }
  return (
    <div className="login-passkey">
      {enter.error && (
        <div className="login-error" role="alert">
          {why(enter.error)}
          {isNone && <p>{noneHint}</p>}
        </div>
      )}
      <button
        type="button"
        className="udt-button login-submit"
        // A disabled button loses the keyboard, which would have to find its way back after each refusal.
        aria-disabled={enter.isPending}
        onClick={() => !enter.isPending && enter.mutate()}
      >
        {enter.isPending ? t("submitting") : label}
      </button>
    </div>
  );
}
