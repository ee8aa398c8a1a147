import { Segmented } from "antd";
import { config } from "../../lib/config/index.ts";
import { MoonIcon, SunIcon, SystemThemeIcon } from "../../lib/components/icons.tsx";
import { activeLanguage, changeLanguage, LANGUAGE_NAMES, useT } from "../../lib/i18n/index.ts";
import { chooseTheme, useThemeChoice, type ThemeChoice } from "../../lib/theme/theme-mode.ts";

const THEMES: readonly { value: ThemeChoice; icon: React.ReactNode }[] = [
  { value: "light", icon: <SunIcon /> },
  { value: "dark", icon: <MoonIcon /> },
  { value: "system", icon: <SystemThemeIcon /> },
];

/** Language and theme of this browser. */
export function Look() {
  const t = useT("common");
  const choice = useThemeChoice();
  const { theme_switch } = config();
  return (
    <div className="account-look">
      <span>{t("language")}</span>
      <span>
        <Segmented
          aria-label={t("language")}
          value={activeLanguage()}
          options={config().languages.map((value) => ({
            value,
            label: <span lang={value}>{LANGUAGE_NAMES[value]}</span>,
          }))}
          onChange={changeLanguage}
        />
      </span>
      {theme_switch && (
        <>
          <span>{t("theme.title")}</span>
          <span>
            <Segmented
              aria-label={t("theme.title")}
              value={choice}
              options={THEMES.map(({ value, icon }) => ({ value, icon, label: t(`theme.${value}`) }))}
              onChange={chooseTheme}
            />
          </span>
        </>
      )}
    </div>
  );
}
