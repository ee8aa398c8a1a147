import { type Device, INSTALLABLE } from "@udt/contract";
import type { Dropped } from "../../lib/drop/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { refusalOf, startUpload } from "../../lib/uploads/index.ts";
import { useInstallActions } from "./apps/use-apps.ts";
import { DROP_FOLDER, useSendFiles } from "./files/use-files.ts";
import { hint } from "./hints.tsx";
import { useSession } from "./session.tsx";

/** Until it is known what a device can do, it can. */
export const takesFiles = (device: Device | undefined): boolean => device?.capabilities.includes("files") ?? true;

/** Gives the device what is dropped on its picture: apps are installed, all else goes to its folder for downloads. */
export function useDropped() {
  const t = useT("debug");
  const { project, test_device, device } = useSession();
  const install = useInstallActions();
  const send = useSendFiles();
  const onDrop = ({ files, folders }: Dropped) => {
    const kinds = [INSTALLABLE[test_device.os]];
    for (const file of files) {
      if (refusalOf(file, kinds) === "not_an_app") {
        if (!takesFiles(device)) hint("warning", t("upload.not_an_app"));
        else {
          send(DROP_FOLDER, { files: [file] }, () =>
            hint("good", t("files.pushed", { name: file.name, folder: DROP_FOLDER })),
          );
          hint("good", t("files.pushing", { name: file.name, folder: DROP_FOLDER }));
        }
      } else {
        startUpload(project, file, kinds, (app) => install.start.mutate(app.app_id));
        hint("good", t("upload.started", { name: file.name }));
      }
    }
    if (folders.length === 0) return;
    if (!takesFiles(device)) return hint("warning", t("upload.not_an_app"));
    send(DROP_FOLDER, { folders });
    hint("good", t("files.pushing", { name: folders.map(({ name }) => name).join(", "), folder: DROP_FOLDER }));
  };
  return { onDrop, dropWords: t(takesFiles(device) ? "screen.drop" : "screen.drop_app") };
}
