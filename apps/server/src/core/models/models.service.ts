import { MODEL_FACTS, UdtError, type DataOf, type ENDPOINTS, type ModelFact, type ModelFacts } from "@udt/contract";
import type { Model, ModelWish } from "@udt/contract/endpoints/models";
import type { AuditService } from "../../people/audit/audit.service.ts";
import { userNameOf } from "../../people/users/users.service.ts";
import type { Announce, Bus } from "../../platform/bus.ts";
import type { ServerClock } from "../../platform/clock.ts";
import type { Database, Queries } from "../../platform/database/database.ts";
import type { Actor } from "../../platform/http/caller.ts";
import { readImage } from "../../platform/http/image-body.ts";
import { dropImage, keepImage, type ImageStore } from "../../platform/blobs/kept-image.ts";
import type { SentImage } from "../../platform/http/sent-image.ts";
import { newId } from "../../platform/ids.ts";
import * as repository from "./models.repository.ts";

export { catalogueAmong, catalogueOf, isCalled, shownName, withModel } from "./models.repository.ts";

/** What a device says of itself that its model is known by. */
export type ModelledDevice = Required<ModelFacts> & { brand: string; model: string; hardware_model: string };

const KEY = ["brand", "model", "hardware_model"] as const;

/** Whether a device tells something of its model that it did not tell before. */
export const isNewModel = (before: ModelledDevice | undefined, after: ModelledDevice): boolean =>
  after.model !== "" && [...KEY, ...MODEL_FACTS].some((name) => after[name] !== before?.[name]);

/** Those of some facts that are known: of a device that is not ready yet much is empty. */
const knownOf = (facts: Partial<Record<ModelFact, string | number | undefined>>): ModelFacts =>
  Object.fromEntries(MODEL_FACTS.flatMap((name) => (facts[name] ? [[name, facts[name]]] : [])));

/** Takes into the catalogue what devices tell of their models, and announces within the caller's transaction what is new there. */
export async function noteModels(
  tx: Queries,
  announce: Announce,
  now: number,
  told: readonly ModelledDevice[],
): Promise<void> {
  // In one order everywhere, so that two reports of the same models do not wait for each other.
  const of = new Map(told.map((device) => [JSON.stringify(KEY.map((name) => device[name])), device]));
  const models = [...of].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, device]) => device);
  if (models.length === 0) return;
  const rows = models.map((device) => ({
    model_id: newId(),
    brand: device.brand,
    model: device.model,
    hardware_model: device.hardware_model,
    names: { en: "", zh: "", ja: "" },
    told: knownOf(device),
    edited: {},
    version: 1,
    created_at: now,
    updated_at: now,
  }));
  for (const { model_id } of await repository.tellModels(tx, rows)) announce(null, { type: "model.changed", model_id });
}

export interface ModelsNeeds extends ImageStore {
  database: Database;
  bus: Bus;
  clock: ServerClock;
  audit: AuditService;
}

/** The catalogue of hardware models. */
export class ModelsService {
  readonly #needs: ModelsNeeds;

  constructor(needs: ModelsNeeds) {
    this.#needs = needs;
  }

  async list(filter: repository.ModelFilter): Promise<DataOf<typeof ENDPOINTS.adminModelList>> {
    const { rows, total } = await repository.listModels(this.#needs.database.db, filter);
    return { list: rows.map(shown), total, page_num: filter.page_num, page_size: filter.page_size };
  }

  /** @throws UdtError model_not_found */
  async get(model_id: string): Promise<Model> {
    const found = await repository.findModel(this.#needs.database.db, model_id);
    if (!found) throw new UdtError("model_not_found", { model_id });
    return shown(found);
  }

  /** @throws UdtError model_not_found, model_changed when somebody was faster */
  async update(actor: Actor, model_id: string, wish: ModelWish & { version: number }): Promise<Model> {
    const { names, version } = wish;
    const edited = knownOf(wish.edited);
    await this.#at(actor, model_id, async (tx, before) => {
      if (before.version !== version) {
        const user_name = before.changed_by === null ? "" : await userNameOf(tx, before.changed_by);
        throw new UdtError("model_changed", { name: before.model, user_name, version: before.version });
      }
      const detail = { ...names, edited: Object.keys(edited).join(", ") };
      return { change: { names, edited, version: version + 1 }, action: "model.edit", detail };
    });
    return this.get(model_id);
  }

  /** @param body The request's bytes. @throws UdtError model_not_found, image_type, model_picture_type, body_too_large */
  async putPicture(actor: Actor, model_id: string, body: unknown): Promise<Model> {
    const image = await readImage(body);
    if (image.content_type === "image/gif") throw new UdtError("model_picture_type");
    const keyOf = (version: string) => `model-pictures/${version}`;
    await keepImage(this.#needs, image, keyOf, (picture, own) =>
      this.#setPicture(actor, model_id, picture, (tx, before) => own(tx, before?.blob_key)),
    );
    return this.get(model_id);
  }

  /** @throws UdtError model_not_found */
  async deletePicture(actor: Actor, model_id: string): Promise<Model> {
    await dropImage(this.#needs, (own) =>
      this.#setPicture(actor, model_id, null, (tx, before) => own(tx, before?.blob_key)),
    );
    return this.get(model_id);
  }

  /**
   * The picture as a project, or with null an administrator, may see it.
   * @throws UdtError model_not_found, also of one of which the project sees no device; resource_not_found when it has none
   */
  async openPicture(project_id: string | null, model_id: string): Promise<SentImage> {
    const { database, blobs } = this.#needs;
    const found = await repository.pictureSeen(database.db, project_id, model_id);
    if (!found) throw new UdtError("model_not_found", { model_id });
    const { picture } = found;
    const blob = picture && (await blobs.get(picture.blob_key));
    if (!blob) throw new UdtError("resource_not_found", { resource_id: "picture" });
    return { content_type: picture.content_type, ...blob };
  }

  /** @param replaced is told within the transaction which one it was before */
  async #setPicture(
    actor: Actor,
    model_id: string,
    picture: repository.ModelRow["picture"],
    replaced: (tx: Queries, before: repository.ModelRow["picture"]) => Promise<void>,
  ): Promise<void> {
    await this.#at(actor, model_id, async (tx, before) => {
      await replaced(tx, before.picture);
      return { change: { picture }, action: "model.picture", detail: { picture: picture !== null } };
    });
  }

  /** Changes one while nobody else does. */
  #at(
    actor: Actor,
    model_id: string,
    make: (tx: Queries, before: repository.ModelRow) => Promise<ModelChange>,
  ): Promise<void> {
    const { bus, clock, audit } = this.#needs;
    return bus.transaction(async (tx, announce) => {
      const before = await repository.lockModel(tx, model_id);
      if (!before) throw new UdtError("model_not_found", { model_id });
      const { change, action, detail } = await make(tx, before);
      const who = { changed_by: actor.user.user_id, updated_at: clock.now() };
      await repository.updateModel(tx, model_id, { ...change, ...who });
      const target = [before.brand, before.model].filter(Boolean).join(" ");
      await audit.write(tx, { ...actor, action, target, detail });
      announce(null, { type: "model.changed", model_id });
    });
  }
}

interface ModelChange {
  change: Partial<repository.ModelRow>;
  action: "model.edit" | "model.picture";
  detail: Record<string, string | boolean>;
}

const shown = ({ row, user_name, device_count }: repository.ModelListing): Model => {
  const { changed_by: _, picture, ...model } = row;
  return { ...model, picture: picture?.version ?? null, user_name, device_count };
};
