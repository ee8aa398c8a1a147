/** What a message about a work order begins with. */
import type { OrderTrigger, UiLanguage } from "@udt/contract";

/** `mended`: the device's last order was closed. */
type Titles = Record<OrderTrigger | "mended", (device: string) => string>;

export const ORDER_TITLES: Record<UiLanguage, Titles> = {
  zh: {
    "open-order": (device) => `设备故障：${device}`,
    "assign-order": (device) => `工单已指派：${device}`,
    "close-order": (device) => `工单已关闭：${device}`,
    mended: (device) => `设备已修复：${device}`,
  },
  en: {
    "open-order": (device) => `Device broken: ${device}`,
    "assign-order": (device) => `Work order assigned: ${device}`,
    "close-order": (device) => `Work order closed: ${device}`,
    mended: (device) => `Device mended: ${device}`,
  },
  ja: {
    "open-order": (device) => `デバイスの故障：${device}`,
    "assign-order": (device) => `故障チケットの担当決定：${device}`,
    "close-order": (device) => `故障チケット完了：${device}`,
    mended: (device) => `デバイスの復旧：${device}`,
  },
};
