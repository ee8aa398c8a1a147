import { displayText } from "../apk/display-text.ts";
import { hostile } from "../fault.ts";
import { plistText } from "../plist/plist.ts";
import type { PlistDict } from "../plist/values.ts";
import { parseStrings } from "../plist/strings-file.ts";
import type { Archive } from "../zip/archive.ts";

const MAX_LOCALES = 500;
const MAX_STRINGS_BYTES = 1024 ** 2;
/** Folders from before locales had codes. */
const OLD_NAMES = new Map([
  ["English", "en"],
  ["French", "fr"],
  ["German", "de"],
  ["Italian", "it"],
  ["Japanese", "ja"],
  ["Spanish", "es"],
]);

/** The name on the home screen, and in each language that `InfoPlist.strings` has one for. */
export async function readIpaNames(
  archive: Archive,
  folder: string,
  info: PlistDict,
  packageName: string,
): Promise<{ name: string; names: Record<string, string> }> {
  const name = nameIn((key) => plistText(info, key)) || packageName;
  const names = new Map<string, string>();
  for (const path of archive.names) {
    if (!path.startsWith(folder) || !path.endsWith(".lproj/InfoPlist.strings")) continue;
    const locale = localeOf(path.slice(folder.length, -".lproj/InfoPlist.strings".length));
    if (locale === undefined) continue;
    if (names.size >= MAX_LOCALES) throw hostile(`The package has names in more than ${MAX_LOCALES} languages.`);
    const content = await archive.read(path, MAX_STRINGS_BYTES);
    const strings = content && parseStrings(content, path);
    const found = strings && nameIn((key) => strings.get(key));
    if (found) names.set(locale, found);
  }
  return { name, names: Object.fromEntries(names) };
}

const nameIn = (text: (key: string) => string | undefined): string =>
  displayText(text("CFBundleDisplayName") ?? "") || displayText(text("CFBundleName") ?? "");

/** `zh-Hans`, `pt_BR`, `English`; undefined for `Base` and what lies in a deeper folder. */
function localeOf(name: string): string | undefined {
  const tag = OLD_NAMES.get(name) ?? name.replaceAll("_", "-");
  if (!/^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}$/.test(tag)) return undefined;
  try {
    return Intl.getCanonicalLocales(tag)[0];
  } catch {
    return undefined;
  }
}
