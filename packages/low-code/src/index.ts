export { candidatesAt, candidatesOf } from "./candidates.ts";
export { casesOf, type OneCase } from "./cases.ts";
export { keepJsonSchema } from "./complete/json-schema.ts";
export { completeLowCode, type Completion, type Completions } from "./complete/complete.ts";
export { faultsText, type Fault, fieldOf, type Path } from "./fault.ts";
export { isThing, type LowCodeChange, outermost, type Place, within } from "./edit/change.ts";
export { pathAgain, pathsAgain, placeAgain } from "./edit/again.ts";
export { isRow } from "./edit/edit.ts";
export { type TextChange, withChanges as changeText } from "./edit/lines-of.ts";
export { type Outline, type OutlineSection, type OutlineStep, outlineOf } from "./edit/outline.ts";
export {
  actionsOf,
  type Field,
  fieldsOf,
  firstOf,
  itemSchemas,
  kindsOf,
  newStep,
  readLocator,
  type Schema,
} from "./edit/fields.ts";
export { editFollowing, type Followed } from "./edit/follow.ts";
export { placesAfter } from "./edit/places.ts";
export { elementText, locatorText, matchesOf } from "./find.ts";
export { casesOfLines, linesOfSteps, type Lines } from "./lines.ts";
export { LOW_CODE_LIMITS, PICTURE_LIMITS } from "./limits.ts";
export { type Mended, mend } from "./mend.ts";
export { filesOf, type NamedFile } from "./named-files.ts";
export { isLowCode } from "./is-low-code.ts";
export { readLowCode, type LowCode } from "./read.ts";
export {
  lowCodeJsonSchema,
  type CallStep,
  type Condition,
  type IfStep,
  type ImageLocator,
  type LeafStep,
  type Locator,
  type LoopStep,
  type LowCodeFile,
  type Step,
  type UiLocator,
} from "./schema.ts";
export { fillAll, type Scope, textsOf } from "./variables.ts";
