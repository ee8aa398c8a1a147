/**
 * Characters that are not seen: control characters, and those that turn the direction of text and so make a name read as
 * another one. The joiner inside emoji is none of them.
 */
export const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/u;
