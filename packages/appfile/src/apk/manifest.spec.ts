import { describe, expect, it } from "vitest";
import { writeBinaryXml, xml, type XmlNode } from "../testing/binary-xml-writer.ts";
import { parseBinaryXml } from "./binary-xml.ts";
import { ATTRIBUTE, Manifest } from "./manifest.ts";

const read = (root: XmlNode): Manifest => new Manifest(parseBinaryXml(writeBinaryXml(root), "The manifest"), undefined);

function manifest(attributes: XmlNode["attributes"], ...children: XmlNode[]): Manifest {
  return read(xml("manifest", [[ATTRIBUTE.package, "a.b"], ...attributes], children));
}

const intentFilter = (category: string): XmlNode =>
  xml(
    "intent-filter",
    [],
    [
      xml("action", [[ATTRIBUTE.name, "android.intent.action.MAIN"]]),
      xml("category", [[ATTRIBUTE.name, `android.intent.category.${category}`]]),
    ],
  );

const activity = (name: string, category: string, attributes: XmlNode["attributes"] = [], tag = "activity"): XmlNode =>
  xml(tag, [[ATTRIBUTE.name, name], ...attributes], [intentFilter(category)]);

describe("Manifest", () => {
  it("joins both halves of a version code", () => {
    expect(
      manifest([
        [ATTRIBUTE.versionCodeMajor, 2],
        [ATTRIBUTE.versionCode, 7],
      ]).versionCode,
    ).toBe(2 * 2 ** 32 + 7);
    expect(() => manifest([[ATTRIBUTE.versionCodeMajor, 2 ** 30]]).versionCode).toThrow(/2\^53/);
  });

  it("has the platform's defaults for what is not given", () => {
    const bare = manifest([]);
    expect([bare.minSdk, bare.targetSdk, bare.versionCode, bare.versionName, bare.debuggable]).toEqual([
      1,
      1,
      0,
      "",
      false,
    ]);
    expect(manifest([], xml("uses-sdk", [[ATTRIBUTE.minSdkVersion, 21]])).targetSdk).toBe(21);
  });

  it("takes a preview platform's letter for the newest", () => {
    expect(manifest([], xml("uses-sdk", [[ATTRIBUTE.minSdkVersion, "Baklava"]])).minSdk).toBe(10_000);
  });

  it("names each permission once, those of later platforms too", () => {
    const uses = (tag: string, name: string) => xml(tag, [[ATTRIBUTE.name, name]]);
    const { permissions } = manifest(
      [],
      uses("uses-permission", "p.A"),
      uses("uses-permission-sdk-23", "p.B"),
      uses("uses-permission", "p.A"),
    );
    expect(permissions).toEqual(["p.A", "p.B"]);
  });

  it("launches an alias, not a disabled activity; a TV's launcher only for want of another", () => {
    const application = (...children: XmlNode[]) => manifest([], xml("application", [], children)).mainActivityName;
    const off = activity(".Off", "LAUNCHER", [[ATTRIBUTE.enabled, false]]);
    const alias = activity(".Alias", "LAUNCHER", [], "activity-alias");
    const tv = activity(".Tv", "LEANBACK_LAUNCHER");
    expect(application(off, tv, alias)).toBe("a.b.Alias");
    expect(application(off, tv)).toBe("a.b.Tv");
    expect(application(off)).toBeUndefined();
  });

  it("a part of a split APK is unsupported", () => {
    expect(() => manifest([[ATTRIBUTE.split, "config.de"]])).toThrow(/split APK/);
  });

  it("a package name that is none is corrupt", () => {
    const named = (name: string) => () => read(xml("manifest", [[ATTRIBUTE.package, name]]));
    expect(named("../etc")).toThrow(/package name/);
    expect(named("a b")).toThrow(/package name/);
  });

  it("attributes that do not fit their element are corrupt", () => {
    const content = writeBinaryXml(xml("manifest", [[ATTRIBUTE.package, "a.b"]]));
    // attributeStart 20, attributeSize 20, attributeCount 1
    const at = content.indexOf(Buffer.from([20, 0, 20, 0, 1, 0]));
    for (const [offset, value] of [
      [0, 60_000],
      [2, 0],
      [4, 60_000],
    ] as const) {
      const broken = Buffer.from(content);
      broken.writeUInt16LE(value, at + offset);
      expect(() => parseBinaryXml(broken, "The manifest")).toThrow(/do not fit/);
    }
  });
});
