import type { AdminUser } from "@udt/contract";
import { App, Button } from "antd";
import { useState } from "react";
import { errorText } from "../../../lib/errors/index.ts";
import { Dialog } from "../../../lib/form/dialog.tsx";
import { Field } from "../../../lib/form/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { dayOf, endOfDay } from "./local-date.ts";
import { useUpdateUser } from "./use-users.ts";
import "../../../lib/components/controls.css";

const DAY_MS = 24 * 60 * 60 * 1000;
const OFTEN_USED_DAYS = [7, 30, 90] as const;

/** Until when a user may sign in (document 2's experience time). */
export function ExpiryDialog({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const t = useT("admin");
  const { message } = App.useApp();
  const update = useUpdateUser();
  const [now] = useState(Date.now);
  const [day, setDay] = useState(() => (user.expires_at === null ? "" : dayOf(user.expires_at)));
  const end = endOfDay(day);
  const names = { name: user.user_name, email: user.email };

  const save = (expires_at: number | null) =>
    update.mutate(
      { user, change: { expires_at } },
      {
        onSuccess: () => {
          void message.success(t("users.changed", names));
          onClose();
        },
      },
    );

  return (
    <Dialog title={t("expiry.title", names)} footer={null} onCancel={onClose}>
      <p className="udt-secondary">{t("expiry.text", names)}</p>
      <form
        className="admin-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (end !== undefined) save(end);
        }}
      >
        <Field
          label={t("expiry.until")}
          render={(control) => (
            <div className="admin-days">
              <input
                {...control}
                className="udt-input admin-date"
                type="date"
                value={day}
                max="9999-12-31"
                onChange={(event) => setDay(event.target.value)}
              />
              {OFTEN_USED_DAYS.map((count) => (
                <Button key={count} onClick={() => setDay(dayOf(now + count * DAY_MS))}>
                  {t("expiry.days", { count })}
                </Button>
              ))}
            </div>
          )}
        />
        {end !== undefined && end < now && (
          <p className="admin-warning" role="alert">
            {t("expiry.past", names)}
          </p>
        )}
        {update.error && (
          <p className="admin-warning" role="alert">
            {errorText(update.error)}
          </p>
        )}
        <div className="admin-buttons">
          {user.expires_at !== null && (
            <Button loading={update.isPending} onClick={() => save(null)}>
              {t("expiry.remove")}
            </Button>
          )}
          <Button type="primary" htmlType="submit" disabled={end === undefined} loading={update.isPending}>
            {t("expiry.save")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
