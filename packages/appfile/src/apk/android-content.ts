import type { Archive } from "../zip/archive.ts";
import type { XmlElement } from "./binary-xml.ts";
import type { Resources } from "./resource-table.ts";

/** An Android package in whatever encoding. */
export interface AndroidContent {
  archive: Archive;
  /** The manifest's, in document order. */
  elements: XmlElement[];
  table: Resources | undefined;
  /** Where the table's paths start within the archive: empty, or a folder with its slash. */
  folder: string;
  /** The elements of a compiled XML drawable; undefined for any other file. */
  parseDrawable(content: Buffer): XmlElement[] | undefined;
}
