/** Messages as a WeCom robot takes them: https://developer.work.weixin.qq.com/document/path/91770 */
import { LIMITS } from "@udt/contract";
import type { Message, Tone } from "../../../platform/mail-message.ts";

const COLOURS: Record<Tone, string> = { good: "info", bad: "warning", plain: "comment" };
const ELLIPSIS = "…";

/** The text, or as much of it as fits `max` bytes of UTF-8 with an ellipsis; no character is cut in two. */
export function truncateBytes(text: string, max: number): string {
  if (Buffer.byteLength(text) <= max) return text;
  let room = max - Buffer.byteLength(ELLIPSIS);
  let kept = "";
  for (const { segment } of new Intl.Segmenter("en", { granularity: "grapheme" }).segment(text)) {
    room -= Buffer.byteLength(segment);
    if (room < 0) break;
    kept += segment;
  }
  return kept + ELLIPSIS;
}

/** What people named things must not become a link, a colour or a mention of somebody. */
const LOOKALIKES = { "<": "＜", ">": "＞", "[": "［", "]": "］", "`": "'", "*": "＊" };
const plain = (text: string): string =>
  Object.entries(LOOKALIKES).reduce(
    (shown, [character, like]) => shown.replaceAll(character, like),
    text.replace(/\s+/g, " "),
  );

export function weworkMarkdown(message: Message): { msgtype: "markdown"; markdown: { content: string } } {
  const lines = [
    `**${plain(message.title)}**`,
    // Before what can be long: a message that is cut still leads somewhere.
    `[${plain(message.link.text)}](${message.link.url})`,
    ...message.rows.map(
      ({ label, value, tone = "plain" }) =>
        `> ${plain(label)}: ${tone === "plain" ? plain(value) : `<font color="${COLOURS[tone]}">${plain(value)}</font>`}`,
    ),
    ...(message.note === "" ? [] : [plain(message.note)]),
  ];
  return {
    msgtype: "markdown",
    markdown: { content: truncateBytes(lines.join("\n"), LIMITS.wework_markdown_max_bytes) },
  };
}

/** Markdown cannot mention by id and never everybody, so a short text follows that does. Undefined when nobody is to be. */
export function weworkMention(
  message: Message,
  mention: { mention_all: boolean; mention_users: string },
): { msgtype: "text"; text: { content: string; mentioned_list: string[] } } | undefined {
  const people = mention.mention_users === "" ? [] : mention.mention_users.split(";");
  const mentioned_list = [...people, ...(mention.mention_all ? ["@all"] : [])];
  if (mentioned_list.length === 0) return undefined;
  return {
    msgtype: "text",
    text: { content: truncateBytes(message.title.replace(/\s+/g, " "), LIMITS.wework_text_max_bytes), mentioned_list },
  };
}
