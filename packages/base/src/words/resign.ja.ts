import type { RESIGN_WORDS } from "./resign.en.ts";

export const RESIGN_WORDS_JA: Record<keyof typeof RESIGN_WORDS, string> = {
  resign_certificate_expired: "証明書の有効期限が切れています",
  resign_certificate_pending: "証明書はまだ有効になっていません",
  resign_profile_expired: "プロビジョニングプロファイルの有効期限が切れています",
  resign_profile_pending: "プロビジョニングプロファイルはまだ有効になっていません",
  resign_certificate_absent: "プロビジョニングプロファイルにこの証明書が含まれていません",
  resign_files_lost: "この証明書のファイルはもう開けません",
  resign_app_store: "App Store 用のプロファイルでは、アプリを直接デバイスにインストールできません",
  resign_bundle_misfit: "アプリは {bundle} ですが、プロファイルは {pattern} 用です",
  resign_extension_misfit:
    "{path} は {bundle} で、{pattern} 用のプロファイルに合いません。専用のプロファイルが必要です",
  resign_entitlement_missing: "{path} は {entitlement} を必要としますが、プロファイルが許可していません",
  resign_entitlements_more:
    "{path} はほかに {count} 件の、プロファイルが許可していないエンタイトルメントを必要とします",
  resign_entitlements_unknown: "{path} が必要とするエンタイトルメントは不明です。署名もプロファイルも読み取れません",
  resign_encrypted: "{path} は App Store から配信された状態で暗号化されており、再署名できません",
  resign_program_unknown: "{path} が暗号化されているかは不明です。実行ファイルを読み取れません",
  resign_devices_lacking:
    "プロファイルには、プロジェクトの iOS デバイス {total} 台のうち {lacking} 台がありません：{udids}",
  resign_tool_failed: "{tool} はアプリに署名できず、終了コード {exit_code} で終了しました",
  resign_tool_killed: "{tool} は署名中に外部から終了されました",
  resign_tool_too_long: "{tool} は {minutes} 分を超えたため停止されました",
  resign_tool_gone: "エージェントの署名ツールを起動できなくなりました",
  resign_signed_nothing: "{tool} は正常に終了しましたが、署名済みアプリを出力しませんでした",
  resign_unpacked: "アプリを展開できません",
  resign_packed: "{tool} で署名済みアプリをパッケージ化できません",
  resign_not_kept: "署名済みアプリをサーバーに保存できません",
  resign_not_told: "署名に使う証明書ファイルをサーバーから取得できません",
  resign_incomplete: "エージェントは完了を報告しましたが、署名済みアプリが届いていません",
  resign_other_app: "届いたのは {actual} で、署名対象は {expected} です",
  resign_damaged: "転送中に破損しました",
  resign_links:
    "{path} はリンクまたは特殊ファイルです。再署名するアプリに含められるのは通常のファイルとフォルダーだけです",
  resign_path_odd:
    "{path}：バンドル名に使えるのは文字、数字、スペース、. _ + - だけで、先頭を . または - にすることはできません",
  resign_executable_odd: "{path} の実行ファイルが Info.plist と同じフォルダーにありません",
  resign_unpacked_large: "アプリを展開すると {max_gib} GiB を超えます",
  resign_tool_too_much: "{tool} はエージェントのコンピューターのメモリーまたはディスクを使いすぎたため停止されました",
  resign_app_gone: "アプリは削除されました",
  resign_certificate_gone: "証明書は削除されました",
  resign_certificate_unnamed: "{path} の署名にこの証明書が含まれていません",
  resign_refused: "サーバーに拒否されました（{code}）",
};
