export { ModelName, ModelPicture } from "./model-name.tsx";
