/** Channels hear of modules that have more memory than they may, once a trace and module. */
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { ENDPOINTS, type PartitionRule, type UiLanguage } from "@udt/contract";
import { partitionRuleOf as rule, shopFiles } from "@udt/memory/testing";
import { onEachDatabase } from "../../../test/databases.ts";
import { until } from "../../../test/harness.ts";
import { memoryBench } from "../../../test/memory-bench.ts";
import { Receiver } from "../../notify/notifications/receiver.fixture.ts";

const MB = 1024 ** 2;
const SECRET = "a secret of some length";
const images = rule("Images", { symbol: "ImageCache.*", owner: "Team List", budget_bytes: 64 * MB });

onEachDatabase("channels that hear of budgets", (open) => {
  const receiver = new Receiver();
  const at = memoryBench(open, {
    public_url: "https://udt.example.com",
    outgoing: { outbound_allow: ["127.0.0.1"], smtp_url: undefined, mail_from: undefined, secret_key: undefined },
  });
  beforeAll(() => receiver.start());
  afterAll(() => receiver.stop());
  beforeEach(() => (receiver.received.length = 0));

  const bind = async (language: UiLanguage = "en") => {
    const body = {
      name: "Program",
      kind: "webhook" as const,
      language,
      webhook: receiver.url("budget"),
      secret: SECRET,
    };
    const { id } = await at.udt.ok(ENDPOINTS.channelCreate, { ...at.as("owner"), body });
    const trigger = { buss_type: "memory" as const, event: "exceed-budget" as const, channels: [id] };
    return at.udt.ok(ENDPOINTS.triggerCreate, { ...at.as("owner"), body: trigger });
  };
  const save = (base_version: number, ...rules: PartitionRule[]) =>
    at.udt.ok(ENDPOINTS.memoryPartitionsSave, { ...at.as("member"), body: { base_version, rules } });
  const heard = () => receiver.received.map(({ json }) => json as { title: string; memory: object; link: string });
  const log = async () => (await at.udt.ok(ENDPOINTS.deliveryList, at.as("owner"))).list;
  /** Messages are queued as a sample is read, so all there are stand in the log by then. */
  const told = async (...titles: string[]) => {
    expect((await log()).map(({ title }) => title)).toEqual(titles.toReversed());
    await until(() => expect(heard().map(({ title }) => title)).toEqual(titles));
  };

  it("are told of a module over its budget, with what it has and where to look", async () => {
    await bind();
    await save(0, images, rule("Heap", { region: "MALLOC_*", budget_bytes: MB }));
    const { trace_id } = await at.tracer.trace();
    const { sample_id } = await at.tracer.read(trace_id, shopFiles(100), "List");
    await told("Memory over budget: Images");
    expect(heard()[0]).toMatchObject({
      event: "exceed-budget",
      link: `https://udt.example.com/${at.project}/memory-graph/report/${trace_id}?sample=${sample_id}&view=partitions`,
      memory: {
        trace_id,
        sample_id,
        trace_name: "Shop",
        app_name: "Shop",
        app_version: "1.2",
        number: 1,
        label: "List",
        modules: [
          {
            module: "Images",
            owner: "Team List",
            bytes: 100 * MB,
            budget_bytes: 64 * MB,
            percent: 100,
            reason: "over",
          },
        ],
      },
    });
  });

  it("are told once a trace and module, of samples of another trace again", async () => {
    await bind();
    await save(0, images);
    const [one, two] = [await at.tracer.trace("one"), await at.tracer.trace("two")];
    await at.tracer.read(one.trace_id, shopFiles(3));
    await told();
    await at.tracer.read(one.trace_id, shopFiles(100));
    await at.tracer.read(one.trace_id, shopFiles(138));
    await told("Memory over budget: Images");
    await at.tracer.read(two.trace_id, shopFiles(100));
    await told("Memory over budget: Images", "Memory over budget: Images");
  });

  it("of two samples of a trace that are read at once hear of one", async () => {
    await bind();
    await save(0, images);
    const { trace_id } = await at.tracer.trace();
    const samples = await Promise.all([100, 101].map((mb) => at.tracer.sample(trace_id, shopFiles(mb))));
    for (const sample of samples) expect((await at.tracer.over(sample)).state).toBe("read");
    await told("Memory over budget: Images");
  });

  it("are told of one that comes above a quarter, and not of one that is there from the first", async () => {
    await bind();
    await save(0, rule("Images", { symbol: "ImageCache.*" }), rule("All", { symbol: "main" }));
    const { trace_id } = await at.tracer.trace();
    await at.tracer.read(trace_id, { "a.txt": "main;draw 9000\nmain;ImageCache.load 1000\n" });
    await told();
    await at.tracer.read(trace_id, { "a.txt": "main;draw 6000\nmain;ImageCache.load 4000\n" });
    await told("Memory share above 25%: Images");
    expect(heard()[0]?.memory).toMatchObject({ modules: [{ module: "Images", percent: 40, reason: "large" }] });
    await at.tracer.read(trace_id, { "a.txt": "main;draw 9000\nmain;ImageCache.load 1000\n" });
    await at.tracer.read(trace_id, { "a.txt": "main;draw 6000\nmain;ImageCache.load 4000\n" });
    await told("Memory share above 25%: Images");
  });

  it("are told nothing of samples that were read before rules were saved, or without a rule for that", async () => {
    const { trace_id } = await at.tracer.trace();
    await save(0, images);
    await at.tracer.read(trace_id, shopFiles(100));
    await bind();
    await save(1, images, rule("Program", { symbol: "main", budget_bytes: MB }));
    await told();
    // Images was said before anybody listened; what is new is told.
    await at.tracer.read(trace_id, { "a.txt": `main;x ${9 * MB}\nmain;ImageCache.load ${100 * MB}\n` });
    await told("Memory over budget: Program");
  });

  it.each([
    ["zh", "内存超出预算：Images"],
    ["ja", "メモリの予算超過：Images"],
  ] as const)("are told in %s", async (language, title) => {
    await bind(language);
    await save(0, images);
    await at.tracer.read((await at.tracer.trace()).trace_id, shopFiles(100));
    await told(title);
  });

  it("are of no task", async () => {
    const body = { buss_type: "memory", event: "exceed-budget", channels: ["x"], job_id: "job" } as never;
    const answer = await at.udt.call(ENDPOINTS.triggerCreate, { ...at.as("owner"), body });
    expect(answer).toMatchObject({ code: "invalid_param" });
  });
});
