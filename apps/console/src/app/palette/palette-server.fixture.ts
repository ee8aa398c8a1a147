/** In place of the server, by the names of what is asked: what has no answer here is never answered. */
export const server: { answers: Record<string, unknown>; asked: { name: string; params?: object; body?: object }[] } = {
  answers: {},
  asked: [],
};

/** Stands for `lib/api/api.ts`'s own. An answer that is an error is how the call fails. */
export const api = {
  baseUrl: "",
  call({ name }: { name: string }, options: object): Promise<unknown> {
    server.asked.push({ name, ...options });
    const answer = server.answers[name];
    if (answer instanceof Error) return Promise.reject(answer);
    return answer === undefined ? new Promise<never>(() => {}) : Promise.resolve(answer);
  },
};

const NONE = { list: [], total: 0 };

/** A project answers to somebody of this standing, who may do that, and has nothing but what is given. */
export function answerAs(
  user_type: 0 | 2,
  privilege_list: readonly string[],
  more: Record<string, unknown> = {},
): void {
  const demo = { project_id: "demo", name: "Demo", user_type, target_usage: "normal" };
  const lists = ["deviceList", "jobList", "runList", "appList", "caseSearch", "memberList"];
  server.asked = [];
  server.answers = {
    ...Object.fromEntries(lists.map((name) => [name, NONE])),
    projectList: { list: [demo], total: 1 },
    privilegeEnforce: { privilege_list: ["case.view", ...privilege_list] },
    ...more,
  };
}
