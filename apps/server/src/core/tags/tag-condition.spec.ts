import { OPERATORS_OF, TAG_ATTRIBUTES, type DeviceRule, type TagChoice } from "@udt/contract";
import { array, assert, asyncProperty, constantFrom, oneof, record, uniqueArray, type Arbitrary } from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { onEachDatabase } from "../../../test/databases.ts";
import { TestServer } from "../../../test/harness.ts";
import { deviceReport } from "../../../test/scripted-agent.ts";
import { devices } from "../../platform/database/core.schema.ts";
import { device_placements } from "../../platform/database/placement.schema.ts";
import { eq } from "../../platform/database/sql.ts";
import { taggedBy } from "./device-rules.ts";
import { isTagged } from "./tag-condition.ts";
import { seenDevices } from "./tags.repository.ts";

const GIB = 1024 ** 3;
const WORDS = ["Acme", "ACME", "İstanbul", "straße", "100%", "a_b", "9", "10.0.1", "12", "", " "];
const [BYTES, LEVELS] = [
  [2 * GIB, 3.501 * GIB, 8 * GIB],
  [null, 0, 9, 50, 100],
];
const wordOf = (at: number): string => WORDS[at % WORDS.length]!;

onEachDatabase("what the database finds for a tag", (open) => {
  let udt: TestServer;
  let project: string;
  let ids: string[];

  beforeAll(async () => {
    udt = await TestServer.start(open);
    const ada = await udt.person("ada");
    project = await udt.project("found", [{ person: ada, user_type: 1 }]);
    const agents = [await udt.agent("Lab Ä", [project]), await udt.agent("lab ä", [])];
    for (const [at, agent] of agents.entries())
      await agent.connect(
        Array.from({ length: 12 }, (_, index) =>
          deviceReport(`${wordOf(index)}-${at}-${index}`, {
            brand: wordOf(index),
            model: wordOf(index + at + 1),
            os_version: wordOf(index + 2),
            cpu_arch: wordOf(index + 3),
            hardware_model: wordOf(index + 4),
            cpu_cores: [0, 4, 8, 10][index % 4]!,
            width: 720 + (index % 2),
            memory_bytes: Math.round(BYTES[index % BYTES.length]!),
            battery_level: LEVELS[index % LEVELS.length]!,
            is_virtual: index % 2 === 0,
          }),
        ),
      );
    const elsewhere = await udt.agent("elsewhere", [await udt.project("other", [{ person: ada, user_type: 1 }])]);
    await elsewhere.connect([deviceReport("Acme-elsewhere", { brand: "Acme" })]);
    ids = (await seenDevices(udt.server.database.db, project)).map(({ device_id }) => device_id);
    expect(ids).toHaveLength(24);
    // They came one after the other, a day and an hour before now and so on.
    for (const [index, device_id] of ids.entries())
      await udt.server.database.db
        .update(devices)
        .set({ first_seen_at: Date.now() - index * 86_400_000 - 3_600_000 })
        .where(eq(devices.device_id, device_id));
    // Some stand nowhere.
    const placed = ids
      .map((device_id, index) => ({ device_id, site: wordOf(index).trim(), location: wordOf(index + 3).trim() }))
      .filter(({ site }) => site !== "");
    await udt.server.database.db
      .insert(device_placements)
      .values(placed.map((one) => ({ ...one, task_access: true, remote_access: true })));
  });
  afterAll(() => udt.dispose());

  const valueOf = (attribute: DeviceRule["attribute"]): Arbitrary<string> => {
    if (attribute === "memory") return constantFrom("2", "3.5", "3.501", "8");
    if (attribute === "cpu_cores") return constantFrom("0", "1", "8", "10");
    if (attribute === "age") return constantFrom("0", "9", "10", "30");
    if (attribute === "battery") return constantFrom("0", "9", "50", "100");
    if (attribute === "is_virtual") return constantFrom("true", "false");
    if (attribute === "resolution") return constantFrom("720x1600", "721X1600", "x");
    return constantFrom(...WORDS.filter((word) => word.trim() !== ""), "LAB Ä", "istanbul", "STRASSE", "%", "_");
  };
  const anyRule = oneof(
    ...TAG_ATTRIBUTES.flatMap((attribute) =>
      OPERATORS_OF[attribute].map((operator) =>
        record({
          attribute: constantFrom(attribute),
          operator: constantFrom(operator),
          values: array(valueOf(attribute), { minLength: 1, maxLength: operator.endsWith("in") ? 3 : 1 }),
        }),
      ),
    ),
  );

  it("is what its rules and those chosen by hand say, of all devices that the project sees", async () => {
    const { db } = udt.server.database;
    const seen = await seenDevices(db, project);
    const byHand = uniqueArray(constantFrom(...ids, "gone"), { maxLength: 3 });
    const anyChoice: Arbitrary<TagChoice> = record({
      rules: array(anyRule, { maxLength: 3 }),
      included_device_ids: byHand,
      excluded_device_ids: byHand,
    });
    await assert(
      asyncProperty(anyChoice, async (choice) => {
        const found = await seenDevices(db, project, await isTagged(db, project, choice));
        expect(found).toEqual(seen.filter(taggedBy(choice)));
      }),
    );
  });
});
