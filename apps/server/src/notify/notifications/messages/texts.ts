/** The words of messages. They go to people who may not be signed in, so each channel has its own language. */
import type { AlertEvent, AlertKind, ExecutionState, UiLanguage, Verdict, WorkOrderSource } from "@udt/contract";

interface Words {
  locale: string;
  title: {
    start: (job: string) => string;
    end: (job: string, outcome: string) => string;
    digest: (project: string) => string;
    test: (project: string) => string;
    /** What is or was wrong, in the words of the table. */
    alert: Record<AlertEvent, (what: string) => string>;
  };
  verdict: Record<Verdict, string>;
  execution: Record<ExecutionState, string>;
  label: Record<
    | "project"
    | "job"
    | "outcome"
    | "reason"
    | "cases"
    | "ratio"
    | "devices"
    | "initiator"
    | "started"
    | "took"
    | "comment"
    | "period"
    | "runs"
    | "failing"
    | "sessions"
    | "people"
    | "lost"
    | "by"
    | "watched"
    | "since"
    | "until"
    | "raw"
    | "remedy"
    | "order"
    | "device"
    | "fault"
    | "reporter"
    | "assignee"
    | "reported"
    | "closer"
    | "closed"
    | "broken"
    | "besides",
    string
  >;
  cases: (totals: { total: number; success: number; skipped: number; failed: number; rest: number }) => string;
  runs: (runs: { total: number; passed: number; failed: number; incomplete: number }) => string;
  failing: (job: string, failed: number) => string;
  stepFailed: string;
  /** What told a fault or found it mended, where no person did. */
  by: Record<Exclude<WorkOrderSource, "person">, string>;
  open: string;
  openOrder: string;
  openProject: string;
  openHealth: string;
  watched: Record<AlertKind, string>;
  works: string;
  quiet: string;
  footer: (channel: string) => string;
}

const zh: Words = {
  locale: "zh-CN",
  title: {
    start: (job) => `测试开始：${job}`,
    end: (job, outcome) => `测试${outcome}：${job}`,
    digest: (project) => `${project} 测试摘要`,
    test: (project) => `${project} 测试消息`,
    alert: {
      "alert-opened": (what) => `告警：${what}`,
      "alert-reminder": (what) => `告警仍未解除：${what}`,
      "alert-ended": (what) => `告警已解除：${what}`,
    },
  },
  verdict: { passed: "通过", failed: "失败", incomplete: "未完成" },
  execution: {
    queuing: "排队中",
    testing: "测试中",
    timed_out: "超时",
    user_cancelled: "已被用户取消",
    cancelled: "已取消",
    ended: "已结束",
  },
  label: {
    project: "项目",
    job: "任务",
    outcome: "结果",
    reason: "原因",
    cases: "用例",
    ratio: "用例成功率",
    devices: "设备数",
    initiator: "发起人",
    started: "开始时间",
    took: "耗时",
    comment: "备注",
    period: "时间范围",
    runs: "自动化测试",
    failing: "失败最多的任务",
    sessions: "远程调试",
    people: "参与人数",
    lost: "设备或代理断开的测试",
    by: "发送人",
    watched: "监控项",
    since: "开始时间",
    until: "恢复时间",
    raw: "原文",
    remedy: "处理办法",
    order: "工单",
    device: "设备",
    fault: "故障",
    reporter: "上报人",
    assignee: "处理人",
    reported: "上报时间",
    closer: "处理人",
    closed: "关闭时间",
    broken: "修复用时",
    besides: "该设备其他未关闭的工单",
  },
  cases: ({ total, success, skipped, failed, rest }) =>
    `共 ${total}，通过 ${success}，失败 ${failed}，跳过 ${skipped}，未执行 ${rest}`,
  runs: ({ total, passed, failed, incomplete }) =>
    `共 ${total} 次，通过 ${passed}，失败 ${failed}，未完成 ${incomplete}`,
  failing: (job, failed) => `${job}（失败用例 ${failed}）`,
  stepFailed: "自检的某一步未通过",
  by: { self_check: "自检", battery: "电池监测", handover: "交还" },
  open: "查看报告",
  openOrder: "查看工单",
  openProject: "打开项目",
  openHealth: "打开系统状态",
  watched: { disk: "磁盘", queue: "测试队列", agents: "代理", certificate: "证书" },
  works: "收到这条消息，说明该通知渠道可以正常使用。",
  quiet: "这段时间没有测试。",
  footer: (channel) => `此消息由 UDT 通知渠道“${channel}”发送。`,
};

const en: Words = {
  locale: "en-GB",
  title: {
    start: (job) => `Test started: ${job}`,
    end: (job, outcome) => `Test ${outcome}: ${job}`,
    digest: (project) => `Tests in ${project}`,
    test: (project) => `Test message from ${project}`,
    alert: {
      "alert-opened": (what) => `Alert: ${what}`,
      "alert-reminder": (what) => `Still an alert: ${what}`,
      "alert-ended": (what) => `Alert over: ${what}`,
    },
  },
  verdict: { passed: "passed", failed: "failed", incomplete: "incomplete" },
  execution: {
    queuing: "queuing",
    testing: "running",
    timed_out: "timed out",
    user_cancelled: "cancelled by the user",
    cancelled: "cancelled",
    ended: "ended",
  },
  label: {
    project: "Project",
    job: "Task",
    outcome: "Result",
    reason: "Reason",
    cases: "Cases",
    ratio: "Case success ratio",
    devices: "Devices",
    initiator: "Started by",
    started: "Started at",
    took: "Took",
    comment: "Comment",
    period: "Period",
    runs: "Automated tests",
    failing: "Most failures",
    sessions: "Debug sessions",
    people: "People",
    lost: "Tests that lost a device or agent",
    by: "Sent by",
    watched: "Watched",
    since: "Since",
    until: "Well since",
    raw: "In its own words",
    remedy: "What to do",
    order: "Work order",
    device: "Device",
    fault: "Fault",
    reporter: "Reported by",
    assignee: "Seen to by",
    reported: "Reported at",
    closer: "Closed by",
    closed: "Closed at",
    broken: "Time to mend",
    besides: "Open besides",
  },
  cases: ({ total, success, skipped, failed, rest }) =>
    `${total}: ${success} succeeded, ${failed} failed, ${skipped} skipped, ${rest} not run`,
  runs: ({ total, passed, failed, incomplete }) =>
    `${total}: ${passed} passed, ${failed} failed, ${incomplete} incomplete`,
  failing: (job, failed) => `${job} (${failed} failed)`,
  stepFailed: "A step of the self-check failed",
  by: { self_check: "Self-check", battery: "Battery watch", handover: "Hand-over" },
  open: "Open the report",
  openOrder: "Open the work order",
  openProject: "Open the project",
  openHealth: "Open system health",
  watched: { disk: "Disk", queue: "Queue of tests", agents: "Agents", certificate: "Certificate" },
  works: "If you can read this, the notification channel works.",
  quiet: "There were no tests in this time.",
  footer: (channel) => `Sent by the UDT notification channel "${channel}".`,
};

const ja: Words = {
  locale: "ja-JP",
  title: {
    start: (job) => `テスト開始：${job}`,
    end: (job, outcome) => `テスト${outcome}：${job}`,
    digest: (project) => `${project} のテスト概要`,
    test: (project) => `${project} からのテストメッセージ`,
    alert: {
      "alert-opened": (what) => `アラート：${what}`,
      "alert-reminder": (what) => `アラート継続中：${what}`,
      "alert-ended": (what) => `アラート解消：${what}`,
    },
  },
  verdict: { passed: "合格", failed: "失敗", incomplete: "未完了" },
  execution: {
    queuing: "待機中",
    testing: "実行中",
    timed_out: "タイムアウト",
    user_cancelled: "ユーザーによるキャンセル",
    cancelled: "キャンセル",
    ended: "終了",
  },
  label: {
    project: "プロジェクト",
    job: "タスク",
    outcome: "結果",
    reason: "理由",
    cases: "ケース",
    ratio: "ケース合格率",
    devices: "デバイス数",
    initiator: "開始者",
    started: "開始時刻",
    took: "所要時間",
    comment: "コメント",
    period: "期間",
    runs: "自動テスト",
    failing: "失敗の多いタスク",
    sessions: "リモートデバッグ",
    people: "利用者数",
    lost: "デバイスまたはエージェントが切断されたテスト",
    by: "送信者",
    watched: "監視対象",
    since: "発生時刻",
    until: "復旧時刻",
    raw: "原文",
    remedy: "対処方法",
    order: "故障チケット",
    device: "デバイス",
    fault: "故障",
    reporter: "報告者",
    assignee: "担当者",
    reported: "報告日時",
    closer: "処理者",
    closed: "完了日時",
    broken: "修復までの時間",
    besides: "ほかの未完了の故障チケット",
  },
  cases: ({ total, success, skipped, failed, rest }) =>
    `全 ${total} 件：合格 ${success}、失敗 ${failed}、スキップ ${skipped}、未実行 ${rest}`,
  runs: ({ total, passed, failed, incomplete }) =>
    `全 ${total} 回：合格 ${passed}、失敗 ${failed}、未完了 ${incomplete}`,
  failing: (job, failed) => `${job}（失敗 ${failed} 件）`,
  stepFailed: "セルフチェックの項目が失敗しました",
  by: { self_check: "セルフチェック", battery: "バッテリー監視", handover: "引き渡し" },
  open: "レポートを見る",
  openOrder: "故障チケットを開く",
  openProject: "プロジェクトを開く",
  openHealth: "システム状態を開く",
  watched: { disk: "ディスク", queue: "テストの待ち行列", agents: "エージェント", certificate: "証明書" },
  works: "このメッセージが届いていれば、通知チャンネルは正常に動作しています。",
  quiet: "この期間にテストはありませんでした。",
  footer: (channel) => `UDT の通知チャンネル「${channel}」から送信されました。`,
};

export const WORDS: Record<UiLanguage, Words> = { zh, en, ja };
