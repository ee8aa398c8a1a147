export { StepLook, StepMark } from "./step-look.tsx";
export { useStepPictures } from "./step-pictures.tsx";
