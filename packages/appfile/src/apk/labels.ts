import { hostile } from "../fault.ts";
import type { AttributeKey, XmlElement } from "./binary-xml.ts";
import type { ResourceValue } from "./chunks.ts";
import { displayText } from "./display-text.ts";
import { ATTRIBUTE, asText, defaultVariant, type Manifest } from "./manifest.ts";
import { UNKNOWN_LOCALE } from "./resource-config.ts";

/** Android itself knows some 700. */
const MAX_LOCALES = 2000;

export interface Labels {
  name: string;
  names: Record<string, string>;
}

/** The application's label, else its launcher activity's, else the package name. */
export function readLabels(manifest: Manifest): Labels {
  return (
    labelsOf(manifest, manifest.application, ATTRIBUTE.label) ??
    labelsOf(manifest, manifest.mainActivity, ATTRIBUTE.label) ?? { name: manifest.packageName, names: {} }
  );
}

function labelsOf(manifest: Manifest, element: XmlElement | undefined, key: AttributeKey): Labels | undefined {
  if (!element) return undefined;
  const variants = manifest.variants(element, key);
  const labelled = variants.filter(({ value }) => labelOf(value) !== "");
  const name = labelOf(defaultVariant(labelled)?.value);
  if (name === "") return undefined;
  const names = new Map<string, string>();
  for (const { locale, value } of labelled) {
    // The first variant of a locale is its least qualified one: tables are sorted that way.
    if (locale !== undefined && locale !== UNKNOWN_LOCALE && !names.has(locale)) names.set(locale, labelOf(value));
  }
  if (names.size > MAX_LOCALES) throw hostile(`The package has labels in more than ${MAX_LOCALES} languages.`);
  return { name, names: Object.fromEntries(names) };
}

const labelOf = (value: ResourceValue | undefined): string => displayText(asText(value) ?? "");
