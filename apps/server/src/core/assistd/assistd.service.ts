import { commandAnswers, commandWaits, type CommandAnswer, type DeviceCommand } from "@udt/contract";
import { type LinksService, unreadableAnswer } from "../links/links.service.ts";
import { leased } from "../sessions/sessions.service.ts";
import type { TestsService } from "../sessions/tests.service.ts";

type Command<N extends DeviceCommand["name"]> = Extract<DeviceCommand, { name: N }>;

/** Commands to the device of a running test. */
export class AssistdService {
  readonly #links: LinksService;
  readonly #tests: TestsService;
  constructor(links: LinksService, tests: TestsService) {
    this.#links = links;
    this.#tests = tests;
  }

  /**
   * Has the device's agent carry out a command and answers what the contract says it answers.
   * @param isUse whether it counts as the user's activity
   * @throws UdtError test_ended, test_not_running, test_watched, agent_lost, agent_timeout, device_command_failed, or what the agent refuses with
   */
  async command<N extends DeviceCommand["name"]>(
    test_id: string,
    device_id: string,
    command: Command<N>,
    { isUse }: { isUse: boolean } = { isUse: true },
  ): Promise<CommandAnswer<N>> {
    const session = await this.#tests.sessions.live(test_id, device_id, { command: command.name });
    if (isUse) this.#tests.touch(test_id);
    const data = await this.#links.request(
      session.agent_id,
      { type: "command", ...leased(session), command: command as DeviceCommand },
      { timeoutMs: commandWaits(command.name).agent_ms },
    );
    const answer = commandAnswers[command.name].safeParse(data);
    if (!answer.success) throw unreadableAnswer();
    return answer.data as CommandAnswer<N>;
  }
}
