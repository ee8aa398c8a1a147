import { readdirSync, readFileSync } from "node:fs";
import { assert, property, string } from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import * as contract from "./index.ts";
import { UdtError } from "./errors.ts";
import { saidOfCall } from "./said-of-call.ts";
import { said, say, saidInEnglish, saidOf, SaidError, WORD_CODES, WORDS } from "./words.ts";

/** What machines call things, and what people or devices are called. It reads the same in every language. */
const NAMES =
  /_id$|_ids$|_names?$|_url$|_version$|_by$|^(abis|abis_added|abis_removed|address|after|before|branch|brand|build|bundle_pattern|code|component|content_type|cpu_arch|cron|day|default_branch|device_model|device_types|email|embed_origins|file|file_path|fingerprint|function|gpu|head_image|hostname|icon|id|image|ip|latest_commit|main_activity|md5|mention_users|model|name|names|organization_number|os|package_name|packages|passkey_origin|password|path|permissions|permissions_added|permissions_removed|prefix|privilege_list|privileges|recipients|recovery_codes|rpId|screenshot|screenshot_before|secret_key|serial|sha1|sha256|signature|station|subject|system|tag|target|tasks|ticket|time|time_zone|token|udid|url|user_agent|uuid|username|version|webhook_hint|white_list|car|general|load|normal|sfv|case_key|case_keys|challenge|columns|displayName|desktop_scheme|hardware_model|job_name)$/;
/** What people typed. */
const TYPED = /^(account|comment|description|parameters|values)$/;
/** Texts of others, each by its place: words that people wrote, or those of a framework or a peer, shown as they are. */
const AS_THEY_ARE = [
  /^(d|adminD)eviceList\.sites$/,
  // What the catalogue calls a model.
  /\.names\.(en|zh|ja)$/,
  "noticeGet.text",
  "noticeSet.text",
  "joinList.list.message",
  /^(deviceNoteList\.list|deviceNoteCreate)\.text$/,
  /^((d|adminD)evice(List\.list|Get))\.(notes\.newest|out_of_use\.reason|site|location)$/,
  /^((workOrder|adminOrder|adminDeviceOrder)List\.list|(workOrder|adminOrder)(Get|Create|Move|Comment|Assign|Attach|Detach)(\.entries)?)\.text$/,
  /^iosCertificate(List\.list|Get|Create|Update)\.title$/,
  // Typed into the device, or copied on it.
  "inputToAgent.text",
  "inputToBrowser.text",
  // What two computers say to find each other.
  /^(serverToAgent\.direct|signalingToBrowser|signalingToAgent)\.(ice_servers\.(urls|username|credential)|sdp|candidate|mid|path)$/,
  // Numbers of computers, and what programs wrote into a log.
  /^(agentToServer|(agentList|projectAgentList)\.list|agent(Edit|Drain)|projectAgent(Rename|Drain))\.addresses$/,
  /^(agentLog|projectAgentLog)\.lines\.text$/,
  // Whom a device is to reach.
  /\.network_address$/,
  // What a device is set to, as its platform calls it.
  /\bprofile(\.settings)?\.(locale|proxy|permissions\.permission)$/,
  // Names of packages and paths on a device.
  /\.(environment|check_spares|left_uncleaned)\.(free_(apps|paths)(\.value)?|preinstalled)$/,
  // What an app is signed with, and what it is granted.
  /^agentResignFiles\.(key_pem|certificate_pem|profile|bundles\.(path|entitlements))$/,
  // The bytes of a picture.
  "agentToServer.jpeg",
  "trialToBrowser.base64",
  // A name of a direct path.
  "screenToAgent.path",
  // A path on the device.
  "serverToAgent.command.to",
  // What an app's process is called, and the scene that somebody names.
  /^serverToAgent\.command\.(process|label)$|^agentRunMemory\.wish\.process$/,
  // In the language of the channel that it was sent through.
  /^(channelTest|deliveryList\.list|deliveryRetry|alertChannelTest|alertDeliveryList\.list|alertDeliveryRetry)\.(title|detail)$/,
  // What is on a device's screen.
  /^elementTree\.list\.(text|description)$/,
  // A test framework's own.
  /^(runCases\.list|runCase|runCase\.attempts|caseHistory\.list|runCaseGroups\.list\.first|biCases\.failing)\.error$/,
  /^quality(Cases\.failing|Clusters\.list|Results\.list)\.error$/,
  // What devices and apps say of themselves.
  /^qualityBoard\.choices\.(brands|app_versions)$/,
  /^(deviceFailures\.list|((d|adminD)evice(List\.list|Get))\.lease\.run\.progress\.last_failure)\.error$/,
  "runDevices.list.progress.last_failure.error",
  /^runCase\.detail\.(message|output|location\.source\.text)$/,
  /^trialToBrowser\.(text|result\.(error|detail\.(message|output|location\.source\.text|steps\.(locator|candidates|candidate_locators\..+))))$/,
  // What people wrote into a commit, and what they changed.
  /^script(Commit|RestorePreview)(s\.list)?\.(author_email|body|patch|files\.old_path)$/,
  // A line of somebody's file.
  /^scriptSearch\.files\.lines\.text$/,
  // What a sample's taker calls it, and what programs and their tools call processes, memory and calls.
  /^memory[A-Z]\w+\.(.+\.)?(label|only_(before|after)|(facts\.)?process|(list|types)\.type|stack|list\.cycle|symbols|images)$/,
  // What a project calls its modules and who answers for them, and the patterns of its partition rules.
  /^memory(\w*Partitions\w*|Compare)\.(.+\.)?(module|owner|symbol|region)$/,
  // Of which branch of an app a baseline is.
  /^memoryBaseline\w+\.branch$/,
  // Times of day.
  /\.check_window\.(from|to)$/,
  // A low-code file's own words, and what is on a device's screen.
  /^runCase\.detail\.steps\.(locator|candidates|candidate_locators\..+)$/,
];

interface Json {
  [key: string]: unknown;
}

/** The places of all texts that are none of a fixed set. */
function* freeTexts(schema: Json, at: string, definitions: Json): Generator<string> {
  const { $ref, type, properties, items, additionalProperties } = schema;
  if (typeof $ref === "string") {
    yield* freeTexts(definitions[$ref.split("/").at(-1)!] as Json, at, {});
    return;
  }
  for (const part of ["anyOf", "oneOf", "allOf"])
    for (const each of (schema[part] ?? []) as Json[]) yield* freeTexts(each, at, definitions);
  if (type === "string" && schema["enum"] === undefined && schema["const"] === undefined) yield at;
  // Words of the table, and what they are made of.
  const isSaid = properties && "evidence" in (properties as Json) && "code" in (properties as Json);
  if (isSaid) return;
  for (const [name, value] of Object.entries((properties ?? {}) as Json))
    yield* freeTexts(value as Json, `${at}.${name}`, definitions);
  if (items) yield* freeTexts(items as Json, at, definitions);
  if (additionalProperties && typeof additionalProperties === "object" && !at.endsWith(".args"))
    yield* freeTexts(additionalProperties as Json, at, definitions);
}

const textsOf = (type: z.ZodType, at: string): string[] => {
  const schema = z.toJSONSchema(type, { io: "output", unrepresentable: "any" }) as Json;
  return [...freeTexts(schema, at, (schema["$defs"] ?? {}) as Json)];
};

const isKnown = (at: string): boolean => {
  const name = at.split(".").at(-1)!;
  return (
    NAMES.test(name) ||
    TYPED.test(name) ||
    AS_THEY_ARE.some((one) => (typeof one === "string" ? one === at : one.test(at)))
  );
};

describe("what is told to people", () => {
  const answers = Object.entries(contract.ENDPOINTS).map(([name, { response }]) => [name, response] as const);
  const messages = (Object.entries(contract) as [string, unknown][]).flatMap(([name, type]) =>
    type instanceof z.ZodType && /(To[A-Z]\w+|Event)$/.test(name) ? [[name, type] as const] : [],
  );

  it("is looked for in every answer, event and message", () => {
    expect(answers.length).toBeGreaterThan(150);
    expect(messages.map(([name]) => name)).toEqual(
      expect.arrayContaining(["agentToServer", "serverToAgent", "consoleEvent", "screenToBrowser"]),
    );
  });

  // A new text that explains something is `said`, which has a code and arguments. What is no explanation belongs into the lists above.
  it.each([...answers, ...messages])("%s: explanations have a code", (name, type) => {
    expect(textsOf(type, name).filter((at) => !isKnown(at))).toEqual([]);
  });

  it("would be found", () => {
    const type = z.object({ list: z.array(z.object({ reason: z.string(), device_id: z.string(), why: said })) });
    expect(textsOf(type, "x").filter((at) => !isKnown(at))).toEqual(["x.list.reason"]);
  });

  it("is said by the table wherever a refusal has a reason", () => {
    expect(contract.errorArgs.safeParse({ reason: "a sentence" }).success).toBe(false);
    expect(contract.errorArgs.safeParse({ reason: say("device_silent"), device_id: "d" }).success).toBe(true);
  });
});

describe("the rules of the contract", () => {
  const FOLDER = new URL(".", import.meta.url).pathname;
  /** What stands where a rule's name does, and is a sentence. */
  const sentences = (text: string): string[] =>
    [/,\s*"[a-z]+ [^"]*",?\s*\)/g, /\b(?:message|rule): ["`][^"`]*[a-z]{2,} (?:[a-z]{2,}|\$)[^"`]*["`]/g].flatMap(
      (pattern) => text.match(pattern) ?? [],
    );

  it.each(
    readdirSync(FOLDER, { recursive: true, encoding: "utf8" }).filter((name) => /(?<!\.spec|errors)\.ts$/.test(name)),
  )("are called by their names in %s", (name) => {
    const found = sentences(readFileSync(FOLDER + name, "utf8"));
    // The row of its own is what is told of this one.
    expect(found.filter((one) => !one.includes("LIMITS.job_name_max"))).toEqual([]);
  });

  it("would be found by sentences", () => {
    for (const own of [
      'z.string().min(1, "is required")',
      'z.string().regex(/^[a-z]$/, "must be a tag")',
      'value.refine((one) => one !== "", "must not be empty")',
      '{ message: "must be one value" }',
      'refuse("resign", "is for iOS devices alone")',
      'new UdtError("invalid_param", { field, rule: `must be ${name}` })',
    ])
      expect(sentences(own), own).toHaveLength(1);
    expect(sentences('z.string().min(1, rule("required"))')).toEqual([]);
  });
});

describe("say", () => {
  it("keeps raw words bounded and storable, the last of them first of all", () => {
    assert(
      property(string({ unit: "binary", maxLength: 6_000 }), string({ maxLength: 900 }), (raw, name) => {
        const one = say("environment_no_program", { program: name }, raw);
        expect(said.parse(one)).toEqual(one);
        const kept = JSON.stringify(one);
        expect(kept).not.toContain("\\u0000");
        expect([one.evidence, ...Object.values(one.args)].every((text) => String(text).isWellFormed())).toBe(true);
      }),
    );
    // A cut through the middle of a character.
    const cut = say("environment_no_program", { program: `a${"😀".repeat(400)}` }, `a${"😀".repeat(2_000)}b`);
    expect([cut.evidence, cut.args["program"]].map((text) => String(text).isWellFormed())).toEqual([true, true]);
    const sent = { ...cut, evidence: "\ud83d" };
    expect(said.parse(sent).evidence.isWellFormed()).toBe(true);
    expect(say("device_silent", {}, `${"x".repeat(9_000)}the end`).evidence).toMatch(/the end$/);
  });

  it("is told in English with the last of its raw words", () => {
    expect(saidInEnglish(say("device_time_over", { minutes: 30 }))).toBe("the device's 30 min were over");
    expect(saidInEnglish(say("clone_failed", {}, "remote: a\nfatal: b\n"))).toBe(
      "git could not clone the repository: fatal: b",
    );
  });

  it("is what a failure carries, however far it is thrown", () => {
    const deep = new SaidError(say("device_silent"));
    expect(saidOf(deep)).toBe(deep.said);
    expect(saidOf(new Error("EPIPE"))).toEqual(say("unexpected", {}, "EPIPE"));
    expect(saidOf("odd", (raw) => say("device_not_ready", {}, raw))).toEqual(say("device_not_ready", {}, "odd"));
    expect(saidOfCall(new UdtError("agent_lost"))).toEqual(say("agent_not_connected"));
    expect(saidOfCall(new UdtError("install_failed", { reason: deep.said }))).toBe(deep.said);
  });

  it("fills in every argument of every word", () => {
    for (const code of WORD_CODES) {
      const names = [...WORDS[code].matchAll(/\{(\w+)([:|][^}]*)?\}/g)];
      const args = names.map(([, name = "", more]) => [name, more?.startsWith("|") ? 2 : "x"]);
      expect(contract.saidText({ code, args: Object.fromEntries(args) })).not.toMatch(/[{}]/);
    }
  });
});
