import { Button } from "antd";
import { useState } from "react";
import { Avatar } from "../../lib/components/index.ts";
import { useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { useJoinRequests } from "../../lib/session/index.ts";
import { useDecide } from "./use-members.ts";

/** Who waits to be let in; nothing while nobody does, or for a caller who may not decide. */
export function JoinRequests({ project }: { project: string }) {
  const t = useT("members");
  const format = useFormat();
  const [now] = useState(Date.now);
  const requests = useJoinRequests(project);
  const decide = useDecide(project);
  const list = requests.data?.list ?? [];
  if (list.length === 0) return null;
  return (
    <section className="udt-card members-requests" aria-label={t("requests.title")}>
      <h2>
        {t("requests.title")} <span className="udt-badge">{format.number(list.length)}</span>
      </h2>
      <ul>
        {list.map((request) => (
          <li key={request.user_id}>
            <Avatar name={request.user_name} image={request.head_image} />
            <div>
              <b>{request.user_name}</b> <span className="udt-secondary">{request.email}</span>
              {request.message && <p>{request.message}</p>}
            </div>
            <span className="udt-secondary udt-num">{format.dateTime(request.created_at, now)}</span>
            <Button
              disabled={decide.isPending}
              aria-label={t("requests.decline_name", { name: request.user_name })}
              onClick={() => decide.mutate({ user_id: request.user_id, accept: false })}
            >
              {t("requests.decline")}
            </Button>
            <Button
              color="primary"
              variant="outlined"
              disabled={decide.isPending}
              aria-label={t("requests.accept_name", { name: request.user_name })}
              onClick={() => decide.mutate({ user_id: request.user_id, accept: true })}
            >
              {t("requests.accept")}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
