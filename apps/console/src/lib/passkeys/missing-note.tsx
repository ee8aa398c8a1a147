import { withGap } from "../format/index.ts";
import { useT } from "../i18n/index.ts";
import { pageWithPasskeys, type PasskeysMissing } from "./place.ts";

/** Says why there are no passkeys here; where there are some, it leads there. */
export function PasskeysMissingNote({ why }: { why: PasskeysMissing }) {
  const t = useT("passkeys");
  if (why !== "elsewhere") return <>{t(`missing.${why}`)}</>;
  const there = pageWithPasskeys();
  return (
    <>
      {withGap(t("missing.elsewhere"))}
      <a href={there}>{new URL(there).origin}</a>
    </>
  );
}
