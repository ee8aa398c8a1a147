import { MoonIcon, SunIcon } from "../../lib/components/icons.tsx";
import { config } from "../../lib/config/index.ts";
import { activeLanguage, changeLanguage, LANGUAGE_NAMES, useT, type Language } from "../../lib/i18n/index.ts";
import { chooseTheme, useThemeMode } from "../../lib/theme/theme-mode.ts";

/** Language and theme, before anybody is signed in. */
export function LoginSwitches() {
  const t = useT("common");
  const { theme_switch, languages } = config();
  const mode = useThemeMode();
  const other = mode === "dark" ? "light" : "dark";
  const themeLabel = t("labelled", { label: t("theme.title"), value: t(`theme.${other}`) });
  return (
    <div className="login-switches">
      {theme_switch && (
        <button type="button" aria-label={themeLabel} title={themeLabel} onClick={() => chooseTheme(other)}>
          {mode === "dark" ? <MoonIcon /> : <SunIcon />}
        </button>
      )}
      {languages.length > 1 && (
        <select
          aria-label={t("language")}
          value={activeLanguage()}
          onChange={(event) => changeLanguage(event.target.value as Language)}
        >
          {languages.map((language) => (
            <option key={language} value={language} lang={language}>
              {LANGUAGE_NAMES[language]}
            </option>
          ))}
        </select>
      )}
    </div>
  );
}
