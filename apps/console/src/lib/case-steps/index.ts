export { StepLook, StepMark } from "./step-look.tsx";
