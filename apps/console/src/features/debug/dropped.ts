import { type Device, INSTALLABLE, type Install } from "@udt/contract";
import { useState } from "react";
import type { Dropped } from "../../lib/drop/index.ts";
import { errorText } from "../../lib/errors/index.ts";
import { useConsoleEvents } from "../../lib/events/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { refusalOf, startUpload, uploadFailure, type Upload } from "../../lib/uploads/index.ts";
import { saidLine } from "../../lib/words/index.ts";
import { isUnderWay } from "./apps/app-rows.ts";
import { useInstallActions } from "./apps/use-apps.ts";
import { shownName } from "./files/file-view.ts";
import type { Transfer } from "./files/transfers.ts";
import { DROP_FOLDER, useSendFiles } from "./files/use-files.ts";
import { hint } from "./hints.tsx";
import { useSession } from "./session.tsx";
import { listOf } from "../../lib/format/index.ts";

/** Until it is known what a device can do, it can. */
export const takesFiles = (device: Device | undefined): boolean => device?.capabilities.includes("files") ?? true;

/**
 * Gives the device what is dropped on its picture: apps are installed, all else goes to its folder for downloads. Where the
 * person looks it is told how each ended, whatever tab is open.
 */
export function useDropped() {
  const t = useT("debug");
  const { project, test_device, device } = useSession();
  const install = useDroppedApp();
  const transferEnded = useTransferHints();
  const send = useSendFiles();
  const onDrop = ({ files, folders }: Dropped) => {
    const kinds = [INSTALLABLE[test_device.os]];
    const isApp = (file: File) => refusalOf(file, kinds) !== "not_an_app";
    const others = files.filter((file) => !isApp(file));
    const names = [...others, ...folders].map(({ name }) => shownName(name));
    if (names.length > 0 && !takesFiles(device)) hint("warning", t("upload.not_an_app"));
    else if (names.length > 0) {
      hint("good", t("files.pushing", { name: listOf(names), folder: DROP_FOLDER }));
      send(DROP_FOLDER, { files: others, folders }, transferEnded(names.length));
    }
    for (const file of files.filter(isApp)) {
      hint("good", t("upload.started", { name: file.name }));
      startUpload(project, file, kinds, install);
    }
  };
  return { onDrop, dropWords: t(takesFiles(device) ? "screen.drop" : "screen.drop_app") };
}

/** Tells how what was dropped together arrived; what did not is told once more at the end, when all the others have been. */
function useTransferHints(): (count: number) => (ended: Transfer) => void {
  const t = useT("debug");
  const failureOf = ({ state, refused, ...transfer }: Transfer): string | undefined => {
    const name = shownName(transfer.name);
    if (state.name === "failed") return t("files.not_pushed", { name, reason: errorText(state.error) });
    return refused.length > 0 ? t("files.pushed_part", { name, folder: DROP_FOLDER }) : undefined;
  };
  return (count) => {
    const failed = new Map<number, string>();
    let left = count;
    return (ended) => {
      // Whoever cancelled it knows.
      const failure = ended.state.name === "cancelled" ? undefined : failureOf(ended);
      left -= 1;
      if (failure === undefined) failed.delete(ended.key);
      else failed.set(ended.key, failure);
      if (failure === undefined && ended.state.name === "done")
        hint("good", t("files.pushed", { name: shownName(ended.name), folder: DROP_FOLDER }));
      else if (failure !== undefined) hint("bad", failure);
      const [told] = failed.values();
      if (left > 0 || told === undefined) return;
      hint("bad", failed.size === 1 ? told : t("files.not_pushed_many", { count: failed.size }));
    };
  };
}

/** Installs what was uploaded, and tells how upload and installation ended. */
function useDroppedApp(): (ended: Upload) => void {
  const t = useT("debug");
  const tUploads = useT("uploads");
  const { test_id, device_id } = useSession();
  const { start } = useInstallActions();
  const [mine] = useState(() => new OwnInstalls());
  const tell = (install: Install) => {
    const name = install.app_name || install.package_name;
    if (install.state === "installed") hint("good", t("install.done", { name }));
    else {
      const reason = install.reason ? saidLine(install.reason) : t(`install.state.${install.state}`);
      hint("bad", t("install.not_done", { name, reason }));
    }
  };
  useConsoleEvents((event) => {
    if (event.type !== "install.changed") return;
    const { install } = event;
    if (install.test_id === test_id && install.device_id === device_id && mine.heard(install)) tell(install);
  });
  const begin = async (app_id: string, name: string) => {
    try {
      const ended = mine.begun(await start.mutateAsync(app_id));
      if (ended) tell(ended);
    } catch (error) {
      hint("bad", t("upload.failed", { name, reason: errorText(error) }));
    }
  };
  return (upload) => {
    const { state } = upload;
    const name = shownName(upload.file_name);
    const failure = uploadFailure(tUploads, upload);
    if (failure !== undefined) hint("bad", t("upload.failed", { name, reason: failure }));
    if (state.name === "done") void begin(state.app.app_id, name);
  };
}

/** Which installations of a device this page began; their events may come before the answer that names them. */
class OwnInstalls {
  readonly #begun = new Set<string>();
  readonly #ended = new Map<string, Install>();

  /** Whether one of them has ended by this. */
  heard(install: Install): boolean {
    if (isUnderWay(install)) return false;
    if (this.#begun.delete(install.install_id)) return true;
    this.#ended.set(install.install_id, install);
    return false;
  }

  /** How it has ended already, when it has. */
  begun(install: Install): Install | undefined {
    const ended = isUnderWay(install) ? this.#ended.get(install.install_id) : install;
    if (!ended) this.#begun.add(install.install_id);
    return ended;
  }
}
