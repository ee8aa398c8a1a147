export { isAboutProof, ProofField, useProof, type Proof } from "./proof-field.tsx";
