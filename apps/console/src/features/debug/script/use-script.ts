import { assistdEndpoints } from "@udt/contract/endpoints/assistd";
import type { ElementTree } from "@udt/contract";
import { createContext, useContext, useEffect, useMemo } from "react";
import { api } from "../../../lib/api/api.ts";
import type { ScreenController } from "../../../lib/screen/screen-controller.ts";
import { ofWindow } from "../../../lib/storage.ts";
import type { InputController } from "../input/input-controller.ts";
import type { ReadTree } from "../inspect/use-inspector.ts";
import { deviceCall, useSession } from "../session.tsx";
import { likenessOf, stillOf } from "./pictures.ts";
import { Player } from "./player.ts";
import { Recorder } from "./recorder.ts";
import { ScriptKeeper } from "./script-keeper.ts";

/** The session's script: its steps, who writes them and who does them again. */
export interface ScriptTools {
  keeper: ScriptKeeper;
  recorder: Recorder;
  player: Player;
  /** What is on the screen now. */
  read(): Promise<ElementTree>;
}

/** The script of this session at this device, which a reload of the page leaves. */
export function useNewScript(
  controller: ScreenController | undefined,
  input: InputController,
  readTree: ReadTree,
): ScriptTools {
  const { test_id, device_id, project, running } = useSession();
  const tools = useMemo(() => {
    const call = deviceCall({ test_id, device_id, project });
    const read = () => readTree(true);
    const keeper = new ScriptKeeper(ofWindow, `udt_script ${test_id} ${device_id}`);
    const recorder = new Recorder(keeper, read);
    const player = new Player({
      read,
      send: (message) => input.send(message),
      size: () => input.size,
      async likeness(area, picture) {
        const still = recorder.still();
        return still && likenessOf(still, area, picture);
      },
      async start(package_name, clears) {
        const body = { package_name };
        await api.call(assistdEndpoints.appStop, { ...call, body });
        if (clears) await api.call(assistdEndpoints.appClear, { ...call, body });
        // A launcher is not started, but gone back to; whether what was wanted is in front is looked at next.
        await api
          .call(assistdEndpoints.appStart, { ...call, body })
          .catch(() => input.send({ type: "key", action: "press", key: "GoHome" }));
      },
    });
    return { keeper, recorder, player, read };
  }, [test_id, device_id, project, input, readTree]);
  const { recorder, player } = tools;
  useEffect(() => {
    if (!running) return undefined;
    return () => {
      recorder.stop();
      player.stop();
    };
  }, [running, recorder, player]);
  useEffect(() => {
    if (!controller) return undefined;
    recorder.sees(() => {
      const { size, pictured } = controller.view.get();
      return size && pictured ? stillOf(controller.canvas, size) : undefined;
    });
    return controller.stats.subscribe(() => recorder.pictured(controller.stats.get().frames));
  }, [controller, recorder]);
  return tools;
}

const ScriptContext = createContext<ScriptTools | undefined>(undefined);
export const ScriptProvider = ScriptContext.Provider;

export function useScript(): ScriptTools {
  const tools = useContext(ScriptContext);
  if (!tools) throw new Error("not below a debug session");
  return tools;
}
