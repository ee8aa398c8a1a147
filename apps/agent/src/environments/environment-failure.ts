import { SaidError } from "@udt/base";

/** Why a library's packages cannot be had, for its owner. */
export class EnvironmentFailure extends SaidError {}
