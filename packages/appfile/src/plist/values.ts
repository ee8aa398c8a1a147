/** What a property list holds. */
export type PlistValue = string | number | boolean | Date | Buffer | undefined | PlistValue[] | PlistDict;
export type PlistDict = Map<string, PlistValue>;

/** Lists within dictionaries within …: real ones are a few levels deep. */
export const MAX_PLIST_DEPTH = 32;
/** An Info.plist has some hundred values. */
export const MAX_PLIST_VALUES = 100_000;
