export { AnnexBSplitter, type AccessUnit } from "./access-units.ts";
export {
  annexB,
  NAL_TYPE,
  nalType,
  nalUnits,
  parameterSets,
  splitConfig,
  type ParameterSets,
  type SplitPicture,
} from "./nal-units.ts";
