import type { RESIGN_WORDS } from "./resign.en.ts";

export const RESIGN_WORDS_ZH: Record<keyof typeof RESIGN_WORDS, string> = {
  resign_certificate_expired: "证书已过期",
  resign_certificate_pending: "证书尚未生效",
  resign_profile_expired: "描述文件已过期",
  resign_profile_pending: "描述文件尚未生效",
  resign_certificate_absent: "描述文件中不包含该证书",
  resign_files_lost: "该证书的文件已无法打开",
  resign_app_store: "App Store 描述文件不允许把应用直接安装到设备",
  resign_bundle_misfit: "应用是 {bundle}，而描述文件适用于 {pattern}",
  resign_extension_misfit: "{path} 是 {bundle}，与适用于 {pattern} 的描述文件不符：它需要自己的描述文件",
  resign_entitlement_missing: "{path} 需要 {entitlement}，而描述文件没有授予",
  resign_entitlements_more: "{path} 还需要另外 {count} 项描述文件没有授予的权利",
  resign_entitlements_unknown: "{path} 需要哪些权利未知：其签名和描述文件都无法读取",
  resign_encrypted: "{path} 已加密（来自 App Store 下载），无法重签名",
  resign_program_unknown: "{path} 是否加密未知：其可执行文件无法读取",
  resign_devices_lacking: "描述文件缺少项目 {total} 台 iOS 设备中的 {lacking} 台：{udids}",
};
