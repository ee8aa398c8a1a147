/** Why a command cannot be done; its message is the sentence for the operator. */
export class OperatorRefusal extends Error {}
