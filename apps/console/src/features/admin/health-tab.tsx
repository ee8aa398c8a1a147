import { useQuery } from "@tanstack/react-query";
import type { DataOf } from "@udt/contract";
import { adminEndpoints } from "@udt/contract/endpoints/admin";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { queryOf } from "../../lib/api/queries.ts";
import { ErrorState, SkeletonRows, StatePill } from "../../lib/components/index.ts";
import { useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { Said } from "../../lib/words/said.tsx";
import { EndedAlerts, OpenAlerts } from "./health-alerts.tsx";

const EVERY_SECONDS = 5;

const useHealth = () =>
  useQuery({
    ...queryOf(adminEndpoints.systemHealth, {}),
    refetchInterval: EVERY_SECONDS * 1000,
  });

export function HealthTab() {
  const t = useT("admin");
  const health = useHealth();
  if (health.isPending) return <SkeletonRows rows={4} />;
  if (!health.data) {
    return <ErrorState title={t("health.error")} error={health.error} onRetry={() => void health.refetch()} />;
  }
  return <Health health={health.data} />;
}

type SystemHealth = DataOf<typeof adminEndpoints.systemHealth>;

function Health({ health }: { health: SystemHealth }) {
  const t = useT("admin");
  const format = useFormat();
  const common = useT("common");
  const { database, blobs, queues, certificate } = health;
  const ms = (value: number) => t("health.ms", { value: format.number(Math.round(value * 10) / 10) });
  return (
    <>
      <OpenAlerts />
      <div className="admin-health">
        {health.advice.length > 0 && (
          <Card title={t("health.advice.title")}>
            {health.advice.map((each) => (
              <p key={each}>{t(`health.advice.${each}`)}</p>
            ))}
            <Link to={paths.adminSettings("people")}>{t("health.advice.settings")}</Link>
          </Card>
        )}
        <Card title={t("health.load")}>
          <div className="admin-figures">
            <Figure
              name={t("health.agents")}
              value={`${format.number(health.agents_online)} / ${format.number(health.agents_total)}`}
            />
            <Figure name={t("health.tests")} value={format.number(health.running_tests)} />
            <Figure name={t("health.streams")} value={format.number(health.open_streams)} />
          </div>
        </Card>
        <Card title={t("health.queues")}>
          <Facts
            facts={[
              [t("health.tests_queued"), format.number(queues.tests_queued)],
              [
                t("health.oldest_queued"),
                queues.oldest_queued_ms === null ? common("none") : format.duration(queues.oldest_queued_ms),
              ],
              [t("health.deliveries"), format.number(queues.deliveries_waiting)],
              [t("health.outbox"), format.number(queues.outbox_lag)],
              [
                t("health.roll_ups"),
                queues.roll_ups_failing === 0
                  ? format.number(queues.roll_ups_waiting)
                  : t("health.roll_ups_failing", {
                      waiting: format.number(queues.roll_ups_waiting),
                      failing: format.number(queues.roll_ups_failing),
                    }),
              ],
            ]}
          />
        </Card>
        <Card title={t("health.server")}>
          <Facts
            facts={[
              [t("health.version"), health.version],
              [t("health.node"), health.node_version],
              [t("health.uptime"), format.duration(health.uptime_ms)],
              [t("health.memory"), format.bytes(health.memory_bytes)],
            ]}
          />
        </Card>
        <Card title={t("health.database")}>
          <Facts
            facts={[
              [t("health.version"), t(`health.${database.kind}`, { version: database.version })],
              [t("health.size"), format.bytes(database.size_bytes)],
              [t("health.latency"), ms(database.latency_ms)],
              ...(database.disk ? [[t("health.free"), format.bytes(database.disk.free_bytes)] as const] : []),
            ]}
          />
        </Card>
        <Card title={t("health.files")}>
          <StatePill tone={blobs.ok ? "good" : "bad"}>
            {t(blobs.ok ? "health.writable" : "health.not_writable")}
          </StatePill>
          <div className="admin-health-facts">
            <Facts
              facts={[
                ...(blobs.ok ? [[t("health.free"), format.bytes(blobs.free_bytes)] as const] : []),
                [t("health.latency"), ms(blobs.latency_ms)],
              ]}
            />
            {blobs.fault && <Said said={blobs.fault} />}
          </div>
        </Card>
        {certificate && <CertificateCard certificate={certificate} />}
      </div>
      <p className="admin-note">{t("health.live", { seconds: EVERY_SECONDS })}</p>
      <EndedAlerts />
    </>
  );
}

function CertificateCard({ certificate }: { certificate: NonNullable<SystemHealth["certificate"]> }) {
  const t = useT("admin");
  const format = useFormat();
  const common = useT("common");
  const { address, expires_at, fault, seen_at } = certificate;
  const word = fault === null ? "good" : expires_at === null ? "unseen" : "bad";
  return (
    <Card title={t("health.certificate.title")}>
      <StatePill tone={word === "good" ? "good" : "bad"}>{t(`health.certificate.${word}`)}</StatePill>
      <div className="admin-health-facts">
        <Facts
          facts={[
            [t("health.certificate.address"), address],
            [t("health.certificate.expires"), expires_at === null ? common("none") : format.exact(expires_at)],
            [t("health.certificate.seen"), format.exact(seen_at)],
          ]}
        />
        {fault && <Said said={fault} />}
      </div>
    </Card>
  );
}

function Card({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="udt-card">
      <h2>{title}</h2>
      {children}
    </section>
  );
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <b>{value}</b>
      <span>{name}</span>
    </div>
  );
}

function Facts({ facts }: { facts: readonly (readonly [string, string])[] }) {
  return (
    <dl className="udt-facts">
      {facts.map(([name, value]) => (
        <Fact key={name} name={name} value={value} />
      ))}
    </dl>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd className="udt-num">{value}</dd>
    </>
  );
}
