import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { startRecording } from "../../recording/index.ts";
import { RunApi } from "../../runs/run-api.ts";
import { RunPart } from "../../runs/run-part.ts";
import { SnapshotCache } from "../../runs/snapshot-cache.ts";
import { deviceHand } from "../../screen/device-hand.ts";
import type { SessionWork, WorkRoom } from "../../sessions/session-work.ts";

/** One device's part in a run. */
export function jobWork(room: WorkRoom): SessionWork {
  const { client, clock, spool, device, screen, log, dataDir, device_id, environments } = room;
  const { test_id, lease_token } = room.lease;
  const upload = { client, test_id, device_id, lease_token, clock, spool, log };
  const api = new RunApi(client, { test_id, device_id, lease_token });
  const snapshots = new SnapshotCache(join(dataDir, "snapshots"));
  const part = new RunPart({
    api,
    upload,
    spoolFolder: join(dataDir, "spool"),
    record: (spec) => startRecording({ device, screen }, spec, upload),
    onWorked: () => screen.watch.worked(),
    device,
    hand: deviceHand(screen),
    folder: join(dataDir, "runs", `${lease_token}-${randomUUID()}`),
    environments,
    takeSnapshot: (sha256, target, signal) => snapshots.take(sha256, target, (given) => api.snapshot(given), signal),
    log,
    keepPackages: (packages) => room.keepPackages(packages),
    onImageFailed: () => room.onImageFailed(),
  });
  return { run: (signal) => part.run(signal), take: (notice) => part.take(notice) };
}
