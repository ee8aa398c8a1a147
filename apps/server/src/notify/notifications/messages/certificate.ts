/** What is said of an iOS certificate that ends. */
import type { CertificateTrigger, UiLanguage } from "@udt/contract";
import type { Message } from "../../../platform/mail-message.ts";
import { momentText } from "../../../platform/moment-text.ts";
import type { CertificateFacts, DeliveryFacts } from "../facts.ts";
import { WORDS } from "./texts.ts";
import type { Voice } from "./voice.ts";

type Within = NonNullable<CertificateFacts["within_days"]>;

interface Words {
  within: Record<Within, (title: string) => string>;
  over: (title: string) => string;
  label: Record<"certificate" | "registered_name" | "team" | "bundle" | "expires" | "expired" | "advice", string>;
  advice: Record<CertificateFacts["ends_first"], string>;
  open: string;
}

const TEXTS: Record<UiLanguage, Words> = {
  zh: {
    within: {
      30: (title) => `iOS 证书将在 30 天内到期：${title}`,
      7: (title) => `iOS 证书将在 7 天内到期：${title}`,
      1: (title) => `iOS 证书将在 1 天内到期：${title}`,
    },
    over: (title) => `iOS 证书已到期：${title}`,
    label: {
      certificate: "iOS 证书",
      registered_name: "注册名称",
      team: "团队",
      bundle: "Bundle ID 匹配规则",
      expires: "到期时间",
      expired: "已到期于",
      advice: "处理办法",
    },
    advice: {
      profile: "先到期的是描述文件。请在 Apple 开发者网站重新生成，再编辑该证书并上传。",
      certificate: "先到期的是证书。请制作新证书和包含它的描述文件，再编辑该证书并一起上传。",
    },
    open: "查看证书",
  },
  en: {
    within: {
      30: (title) => `iOS certificate expires within 30 days: ${title}`,
      7: (title) => `iOS certificate expires within 7 days: ${title}`,
      1: (title) => `iOS certificate expires within a day: ${title}`,
    },
    over: (title) => `iOS certificate has expired: ${title}`,
    label: {
      certificate: "iOS certificate",
      registered_name: "Registered name",
      team: "Team",
      bundle: "Bundle ID pattern",
      expires: "Expires at",
      expired: "Expired at",
      advice: "What to do",
    },
    advice: {
      profile: "The provisioning profile ends first. Make a new one on Apple’s developer site, and put it in by Edit.",
      certificate: "The certificate ends first. Make a new one and a profile that names it, and put both in by Edit.",
    },
    open: "Open the certificate",
  },
  ja: {
    within: {
      30: (title) => `iOS 証明書の有効期限まで 30 日以内：${title}`,
      7: (title) => `iOS 証明書の有効期限まで 7 日以内：${title}`,
      1: (title) => `iOS 証明書の有効期限まで 1 日以内：${title}`,
    },
    over: (title) => `iOS 証明書の有効期限切れ：${title}`,
    label: {
      certificate: "iOS 証明書",
      registered_name: "登録名",
      team: "チーム",
      bundle: "バンドル ID のパターン",
      expires: "有効期限",
      expired: "期限切れの日時",
      advice: "対処方法",
    },
    advice: {
      profile:
        "先に期限が切れるのはプロビジョニングプロファイルです。Apple の開発者サイトで作り直し、証明書の編集から登録してください。",
      certificate:
        "先に期限が切れるのは証明書です。新しい証明書とそれを含むプロファイルを作り、証明書の編集から両方を登録してください。",
    },
    open: "証明書を開く",
  },
};

export function aboutCertificate(
  { certificate }: Extract<DeliveryFacts, { event: CertificateTrigger }>,
  before: Message["rows"],
  after: Message["rows"],
  { language, base_url }: Voice,
): Message {
  const words = TEXTS[language];
  const { label } = words;
  const { title, within_days, expires_at, ends_first } = certificate;
  const isOver = within_days === null;
  // The last day is as urgent as what is over.
  const tone = isOver || within_days === 1 ? "bad" : "plain";
  return {
    title: isOver ? words.over(title) : words.within[within_days](title),
    tone,
    rows: [
      ...before,
      { label: label.certificate, value: title },
      { label: label.registered_name, value: certificate.registered_name },
      ...(certificate.team_name === "" ? [] : [{ label: label.team, value: certificate.team_name }]),
      { label: label.bundle, value: certificate.bundle_pattern },
      {
        label: isOver ? label.expired : label.expires,
        value: momentText(expires_at, WORDS[language].locale),
        tone,
      },
      { label: label.advice, value: words.advice[ends_first] },
      ...after,
    ],
    note: "",
    link: { text: words.open, url: base_url + certificate.url },
  };
}
