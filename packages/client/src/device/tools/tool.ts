/** What a tool is: one row of a table that the MCP server and `udt device` both read. */
import { z } from "zod";
import { DriveFault, type DeviceAccess } from "../access.ts";
import { DeviceSession, whyFailed } from "../device-session.ts";

export interface ToolAnswer {
  /** For programs, as the tool's `output` describes it. */
  data: Record<string, unknown>;
  /** For people and models; the data as JSON where there is nothing shorter to say. */
  text?: string;
  /** A picture, beside the data. */
  picture?: { bytes: Uint8Array; content_type: string };
}

export interface ToolRoom {
  access: DeviceAccess;
  /** What is meant where a call names none: the only project that the key is good for, or the one set for the command. */
  project: string | undefined;
  /** Address that the console's pages are below, without a trailing slash. */
  pages: string;
}

export interface Tool {
  /** `udt device NAME`, and `device_NAME` for MCP with `_` for `-`. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: z.ZodRawShape;
  readonly output: z.ZodRawShape;
  /** Whether keys that only read may use it. */
  readonly reads: boolean;
  /** Whether it deletes or ends something that cannot be had back. */
  readonly destructive: boolean;
  /** Whether doing it twice is as doing it once. */
  readonly idempotent: boolean;
  /** Of these arguments the first ones are given to `udt device` without their names. */
  readonly places?: readonly string[];
  /** Input as the shape has made it. */
  run(room: ToolRoom, input: never): Promise<ToolAnswer>;
}

type Shaped<S extends z.ZodRawShape> = z.output<z.ZodObject<S>>;
type Row<I extends z.ZodRawShape> = Omit<Tool, "input" | "run" | "destructive" | "idempotent"> & {
  input: I;
  destructive?: true;
  idempotent?: true;
};

export const projectInput = {
  project: z.string().min(1).optional().describe("Project id; may be left out with a key of one project"),
};
export const sessionInput = {
  ...projectInput,
  test_id: z.string().min(1).describe("The session, as device_take told it"),
};

/** @throws DriveFault project_missing */
export function projectOf({ project }: ToolRoom, named: string | undefined): string {
  const id = named ?? project;
  if (id === undefined)
    throw new DriveFault("project_missing", "Name the project; device_projects tells which there are.", "project");
  return id;
}

/** A tool about a project. */
export const tool = <const I extends z.ZodRawShape>(
  { destructive, idempotent, ...row }: Row<I>,
  run: (room: ToolRoom, input: Shaped<I>) => Promise<ToolAnswer>,
): Tool => ({
  ...row,
  destructive: destructive ?? false,
  idempotent: idempotent ?? row.reads,
  run: run as Tool["run"],
});

/** A tool about a running session. When it has ended meanwhile, the tool says why it did. */
export const sessionTool = <const I extends z.ZodRawShape>(
  row: Row<I>,
  run: (session: DeviceSession, input: Shaped<I & typeof sessionInput>, room: ToolRoom) => Promise<ToolAnswer>,
): Tool =>
  tool({ ...row, input: { ...sessionInput, ...row.input } }, async (room, input) => {
    const of = input as Shaped<typeof sessionInput>;
    const session = await DeviceSession.of(room.access, projectOf(room, of.project), of.test_id);
    try {
      return await run(session, input as Shaped<I & typeof sessionInput>, room);
    } catch (error) {
      throw await whyFailed(session, error);
    }
  });

export const done = (text: string): ToolAnswer => ({ data: { done: true }, text });
export const doneOutput = { done: z.literal(true) };
