import { outboundAddress } from "@udt/contract";
import { App, Button, Input } from "antd";
import { useState, type FormEvent } from "react";
import { useSearchParams } from "react-router";
import { ErrorState, SkeletonRows } from "../../../lib/components/index.ts";
import { Field } from "../../../lib/form/index.ts";
import { useFormat } from "../../../lib/format/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { Table, type TableColumn } from "../../../lib/list/index.ts";
import { useRuleText } from "../../../lib/rules/index.ts";
import { useAddresses, useAllowAddress, useDisallowAddress, type PrivateAddresses } from "./use-addresses.ts";

/** What the server may call for its users although it is not on the public internet. */
export function AddressesTab() {
  const t = useT("admin");
  const addresses = useAddresses();
  if (addresses.isPending) return <SkeletonRows rows={4} />;
  if (!addresses.data) {
    return <ErrorState title={t("addresses.error")} error={addresses.error} onRetry={() => void addresses.refetch()} />;
  }
  return (
    <div className="udt-card admin-addresses">
      <p>{t("addresses.lead")}</p>
      <AllowForm />
      <Addresses {...addresses.data} />
    </div>
  );
}

/** Allows one more. Who comes from a refusal finds the address here already. */
function AllowForm() {
  const t = useT("admin");
  const { check, refused } = useRuleText();
  const { message } = App.useApp();
  const [search] = useSearchParams();
  const [address, setAddress] = useState(search.get("address") ?? "");
  const [tried, setTried] = useState(false);
  const allow = useAllowAddress();
  const broken = address === "" && !tried ? undefined : check(outboundAddress, address);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    const wish = outboundAddress.safeParse(address);
    if (!wish.success) return;
    allow.mutate(wish.data, {
      onSuccess: () => {
        setAddress("");
        setTried(false);
        void message.success(t("addresses.allowed", { address: wish.data }));
      },
    });
  };
  return (
    <form className="admin-address-form" noValidate onSubmit={submit}>
      <Field
        label={t("addresses.address")}
        hint={t("addresses.hint")}
        error={broken ?? refused(allow.error, "address")}
        render={(control) => (
          <Input
            {...control}
            className="udt-mono"
            autoComplete="off"
            spellCheck={false}
            placeholder="git.corp.example"
            value={address}
            onChange={(event) => setAddress(event.target.value)}
          />
        )}
      />
      <Button type="primary" htmlType="submit" loading={allow.isPending}>
        {t("addresses.allow")}
      </Button>
    </form>
  );
}

function Addresses({ given, list }: PrivateAddresses) {
  const t = useT("admin");
  const common = useT("common");
  const format = useFormat();
  const { modal } = App.useApp();
  const disallow = useDisallowAddress();
  // Tells this year from another: it need not tick.
  const [now] = useState(Date.now);
  const columns: readonly TableColumn[] = [
    { key: "address", label: t("addresses.column.address") },
    { key: "by", label: t("addresses.column.by"), width: "30%" },
    { key: "when", label: t("addresses.column.when"), width: 150 },
    { key: "action", label: t("addresses.column.action"), width: 172, isHidden: true },
  ];
  const ask = (address: string) =>
    modal.confirm({
      title: t("addresses.ask", { address }),
      content: t("addresses.ask_text"),
      okText: t("addresses.disallow"),
      okButtonProps: { danger: true },
      // The error policy tells a refusal; the list shows what is true.
      onOk: () => disallow.mutateAsync(address).catch(() => undefined),
    });
  if (given.length + list.length === 0) return <p className="udt-secondary">{t("addresses.none")}</p>;
  return (
    <Table columns={columns}>
      {given.map(({ address }) => (
        <tr key={`given ${address}`}>
          <td className="udt-mono" data-literal>
            {address}
          </td>
          <td className="udt-secondary">{t("addresses.operator")}</td>
          <td>–</td>
          <td />
        </tr>
      ))}
      {list.map(({ address, user_name, allowed_at }) => (
        <tr key={address}>
          <td className="udt-mono" data-literal>
            {address}
          </td>
          <td>{user_name}</td>
          <td>{format.dateTime(allowed_at, now)}</td>
          <td>
            <div className="admin-actions">
              <Button
                aria-label={common("labelled", { label: t("addresses.disallow"), value: address })}
                onClick={() => ask(address)}
              >
                {t("addresses.disallow")}
              </Button>
            </div>
          </td>
        </tr>
      ))}
    </Table>
  );
}
