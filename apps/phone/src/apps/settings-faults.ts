import type { AppContext, Language } from "../screen/app.ts";
import type { ViewSpec } from "../screen/scene/node.ts";
import { themeOf } from "../screen/theme.ts";
import { CHOSEN, setFaults, SWITCHED } from "../system/set-fault.ts";
import { card, listRow, page } from "./widgets.ts";

type Fault = (typeof SWITCHED)[number] | keyof typeof CHOSEN;

const NAMES: Readonly<Record<Language, Readonly<Record<Fault, string>>>> = {
  en: {
    freeze_video: "Frozen encoder",
    refuse_input: "Input refused",
    disk_full: "Full disk",
    stuck_installer: "Stuck installer",
    app_stays: "App that stays",
    wrong_language: "Wrong language",
    black_screen: "Black screen",
    leak: "Leak in the shop",
    shop_layout: "Other shop layout",
    restart_mends: "Mended by a restart",
    keyguard: "Lock screen",
    network: "Network",
    hot_battery: "Hot battery",
    profile_refused: "Setting refused",
  },
  zh: {
    freeze_video: "编码器卡死",
    refuse_input: "拒绝输入",
    disk_full: "存储已满",
    stuck_installer: "安装卡住",
    app_stays: "应用无法卸载",
    wrong_language: "语言错误",
    black_screen: "黑屏",
    leak: "商店内存泄漏",
    shop_layout: "商店布局变更",
    restart_mends: "重启后恢复",
    keyguard: "锁屏",
    network: "网络",
    hot_battery: "电池过热",
    profile_refused: "拒绝设置",
  },
  ja: {
    freeze_video: "エンコーダー停止",
    refuse_input: "入力拒否",
    disk_full: "空き容量なし",
    stuck_installer: "インストール停止",
    app_stays: "削除できないアプリ",
    wrong_language: "言語の誤り",
    black_screen: "黒い画面",
    leak: "ショップのメモリリーク",
    shop_layout: "ショップの配置変更",
    restart_mends: "再起動で回復",
    keyguard: "ロック画面",
    network: "ネットワーク",
    hot_battery: "バッテリー過熱",
    profile_refused: "設定の拒否",
  },
};

/** The faults that the phone can have, each to be switched on; what `udt-fault` sets. */
export function faultsPage({ environment, system }: AppContext): ViewSpec {
  const theme = themeOf(environment.dark);
  const names = NAMES[environment.language];
  const { faults } = system;
  return page(environment, "faults_list", [
    card(
      theme,
      (["keyguard", "network", "hot_battery", "profile_refused"] as const).map((name) =>
        listRow(theme, {
          id: `fault_${name}`,
          title: names[name],
          subtitle: faults[name],
          onTap: () => {
            const sorts: readonly string[] = CHOSEN[name];
            setFaults(system, { [name]: sorts[(sorts.indexOf(faults[name]) + 1) % sorts.length] });
          },
        }),
      ),
    ),
    card(
      theme,
      SWITCHED.map((name) =>
        listRow(theme, {
          id: `fault_${name}`,
          title: names[name],
          checked: faults[name],
          onTap: () => setFaults(system, { [name]: !faults[name] }),
        }),
      ),
    ),
  ]);
}
