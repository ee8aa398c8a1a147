import { LoadingOutlined } from "@ant-design/icons";
import { App as AntdApp, ConfigProvider } from "antd";
import type { ReactNode } from "react";
import { antdTheme } from "../../lib/theme/antd-theme.ts";
import { useStillness, useThemeMode } from "../../lib/theme/theme-mode.ts";
import { antdLocale } from "./antd-locale.ts";

/**
 * Ant Design's own spinner leaves once its transition has ended; one that never began, as between two answers within a frame,
 * leaves it turning (https://github.com/ant-design/ant-design/issues/27457). It also calls itself "loading" in every language.
 */
const BUTTON = { autoInsertSpace: false, loadingIcon: <LoadingOutlined role="presentation" aria-label="" /> };

/** What the component library's parts need around them; its locale is loaded before. */
export function Dressed({ children }: { children: ReactNode }) {
  const mode = useThemeMode();
  const still = useStillness();
  return (
    <ConfigProvider theme={antdTheme(mode, still)} locale={antdLocale()} button={BUTTON}>
      <AntdApp component={false}>{children}</AntdApp>
    </ConfigProvider>
  );
}
