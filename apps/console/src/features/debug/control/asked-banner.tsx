import { controlAsked, forgetAsked } from "../../../lib/control-asked/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { useStore } from "../../../lib/streams/index.ts";
import { useSession } from "../session.tsx";
import { useControl } from "./use-control.ts";

/** Tells the holder who asks for control: one press gives it, or does not. */
export function AskedBanner() {
  const t = useT("control");
  const { test_id, running } = useSession();
  const { give, decline } = useControl();
  const asking = useStore(controlAsked).filter((one) => one.test_id === test_id);
  if (!running) return null;
  return asking.map(({ by: { user_id, user_name: name } }) => (
    <div key={user_id} className="dbg-banner" data-tone="busy" data-asked={name} role="alert">
      <span>{t("asked.text", { name })}</span>
      <button
        type="button"
        className="udt-button"
        data-primary
        disabled={give.isPending}
        onClick={() => give.mutate({ user_id, instead: false })}
      >
        {t("share")}
      </button>
      <button
        type="button"
        className="udt-button"
        disabled={give.isPending}
        onClick={() => give.mutate({ user_id, instead: true })}
      >
        {t("hand_over")}
      </button>
      <button
        type="button"
        className="dbg-link"
        disabled={decline.isPending}
        onClick={() => decline.mutate(user_id, { onSuccess: () => forgetAsked(test_id, user_id) })}
      >
        {t("asked.decline")}
      </button>
    </div>
  ));
}
