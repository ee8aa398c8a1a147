import type { Client } from "@udt/client";
import { ENDPOINTS, type BodyInputOf } from "@udt/contract";

type ChannelWish = BodyInputOf<typeof ENDPOINTS.channelCreate>;

const CHANNELS: ChannelWish[] = [
  {
    name: "支付测试组",
    kind: "email",
    language: "zh",
    recipients: "anna@example.com; li.lei@example.com; tanaka.hanako.with-a-long-name@example.com",
    comment: "每晚回归",
    threshold: 95,
  },
  {
    name: "Checkout group chat",
    kind: "wework",
    language: "en",
    webhook: "https://10.0.0.1/cgi-bin/webhook/send?key=0123456789abcdef",
    mention_all: true,
    comment: "Ask in the group before you rerun",
  },
  {
    name: "CI pipeline",
    kind: "webhook",
    language: "en",
    webhook: "http://192.168.1.20:8080/hooks/udt",
    secret: "a secret of some length",
  },
  {
    name: "朝のダイジェスト",
    kind: "scheduled",
    language: "ja",
    target: "email",
    recipients: "team@example.com",
    schedule: { days: "weekdays", time: "09:30", time_zone: "Asia/Tokyo" },
  },
];

/** Channels of every kind in a project, with messages that arrived and that did not, and triggers. */
export async function makeNotifications(client: Client, project: string): Promise<void> {
  const query = { project };
  const channels = [];
  for (const body of CHANNELS) channels.push(await client.call(ENDPOINTS.channelCreate, { query, body }));
  for (const { id } of channels) await client.call(ENDPOINTS.channelTest, { query, params: { id } });
  const [mail, robot, program] = channels.map(({ id }) => id);
  for (const [event, ids] of [
    ["end-test", [mail!, robot!, program!]],
    ["start-test", [program!]],
  ] as const) {
    const body = { buss_type: "gce" as const, event, channels: [...ids] };
    await client.call(ENDPOINTS.triggerCreate, { query, body });
  }
  const body = { buss_type: "device" as const, event: "open-order" as const, channels: [robot!] };
  await client.call(ENDPOINTS.triggerCreate, { query, body });
}
