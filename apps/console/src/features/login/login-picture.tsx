import { StatePill } from "../../lib/components/state-pill.tsx";
import { useT } from "../../lib/i18n/index.ts";

/** What waits behind the door: a phone on screen, its state, its log. For the eye only. */
export function LoginPicture() {
  const t = useT("login");
  return (
    <aside className="login-picture" aria-hidden>
      <div className="login-fold" />
      <div className="login-phone">
        <div className="login-phone-bar" />
        <div className="login-phone-card" data-wide />
        <div className="login-phone-row">
          <i />
          <i />
        </div>
        <div className="login-phone-card" />
        <div className="login-phone-card" />
        <div className="login-phone-button">
          <span className="login-touch" />
        </div>
      </div>
      <div className="login-tag" data-at="live">
        <StatePill tone="good">{t("picture.live")}</StatePill>
      </div>
      <div className="login-tag" data-at="touch">
        {t("picture.touch")}
      </div>
      <div className="login-log" data-at="log">
        <b>{t("picture.log")}</b>
        <i style={{ width: "82%" }} />
        <i style={{ width: "58%" }} />
        <i style={{ width: "71%" }} data-bad />
        <i style={{ width: "46%" }} />
      </div>
    </aside>
  );
}
