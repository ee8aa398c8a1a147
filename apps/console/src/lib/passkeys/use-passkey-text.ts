import { errorText } from "../errors/index.ts";
import { useT } from "../i18n/index.ts";
import { PasskeyFault } from "./ceremony.ts";

/** Why a passkey was not made or not taken: by the browser, or by the server. */
export function usePasskeyText(): (error: unknown) => string {
  const t = useT("passkeys");
  return (error) => (error instanceof PasskeyFault ? t(`fault.${error.kind}`) : errorText(error));
}
