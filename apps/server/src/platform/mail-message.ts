import { escapeHtml as escape } from "./escape.ts";
import type { Mail } from "./mail.ts";

export type Tone = "good" | "bad" | "plain";

/** A message before it is dressed for mail or a robot. Values are plain text of whatever people wrote. */
export interface Message {
  title: string;
  tone: Tone;
  rows: { label: string; value: string; tone?: Tone }[];
  /** A sentence below the rows. */
  note: string;
  link: { text: string; url: string };
}

const COLOURS: Record<Tone, string> = { good: "#218358", bad: "#ce2c31", plain: "#1b1b22" };

/** The message as a mail, in text and in HTML that needs nothing from elsewhere. */
export function mailOf(message: Message, footer: string): Pick<Mail, "subject" | "text" | "html"> {
  const rows = message.rows
    .map(
      ({ label, value, tone = "plain" }) =>
        `<tr><td style="padding:4px 16px 4px 0;color:#5f606c;vertical-align:top;white-space:nowrap">${escape(label)}</td>` +
        `<td style="padding:4px 0;color:${COLOURS[tone]}">${escape(value)}</td></tr>`,
    )
    .join("");
  return {
    subject: `[UDT] ${message.title.replace(/\s+/g, " ")}`,
    text: [
      message.title,
      "",
      ...message.rows.map(({ label, value }) => `${label}: ${value}`),
      ...(message.note === "" ? [] : ["", message.note]),
      "",
      `${message.link.text}: ${message.link.url}`,
      "",
      "-- ",
      footer,
    ].join("\n"),
    html:
      `<div style="font:14px/22px system-ui,sans-serif;color:#1b1b22;max-width:640px">` +
      `<h1 style="font-size:18px;line-height:26px;color:${COLOURS[message.tone]}">${escape(message.title)}</h1>` +
      `<table style="border-collapse:collapse">${rows}</table>` +
      (message.note === "" ? "" : `<p>${escape(message.note)}</p>`) +
      `<p><a href="${escape(message.link.url)}" style="color:#5b5bd6">${escape(message.link.text)}</a></p>` +
      `<p style="color:#5f606c;font-size:12px">${escape(footer)}</p></div>`,
  };
}
