import {
  ENDPOINTS,
  fillPath,
  LIMITS,
  UdtError,
  type BoardImage,
  type BodyOf,
  type DataOf,
  type QueryOf,
} from "@udt/contract";
import type { AuditService } from "../../../people/audit/audit.service.ts";
import { Attempts } from "../../../platform/attempts.ts";
import type { ServerClock } from "../../../platform/clock.ts";
import type { Database } from "../../../platform/database/database.ts";
import type { CallerUser } from "../../../platform/http/caller.ts";
import { hashSecret, newId, newSecret } from "../../../platform/ids.ts";
import { Lately } from "../../../platform/lately.ts";
import { drawBoard, type Picture } from "./board-picture.ts";
import type { BoardService } from "./board.service.ts";
import * as repository from "./images.repository.ts";

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** For so long a picture is not counted anew, whoever asks for it. */
export const KEPT_MS = MINUTE_MS;
/** A page that many people open asks for each of its pictures as often. */
const A_MINUTE = 120;
const NAME = /^([A-Za-z0-9_-]{1,64})\.svg$/;

interface Who {
  user: CallerUser;
  ip: string;
}

/** Addresses at which anybody sees a picture of somebody's board, until they expire. Only a hash of each is kept. */
export class ImagesService {
  readonly #needs: ImagesNeeds;
  /** What each picture shows, which is drawn for every language and size. */
  readonly #lately: Lately<Picture | undefined>;
  readonly #asked: Attempts;
  constructor(needs: ImagesNeeds) {
    this.#needs = needs;
    this.#lately = new Lately(needs.clock, KEPT_MS);
    this.#asked = new Attempts(needs.clock, A_MINUTE, MINUTE_MS);
  }

  async list(user: CallerUser): Promise<{ list: BoardImage[] }> {
    const { database, clock } = this.#needs;
    return { list: (await repository.listImages(database.db, user.user_id, clock.now())).map(imageOf) };
  }

  /** @throws UdtError board_image_limit */
  async create(
    { user, ip }: Who,
    wish: BodyOf<Endpoints["qualityImageCreate"]>,
  ): Promise<DataOf<Endpoints["qualityImageCreate"]>> {
    const { database, clock, audit } = this.#needs;
    const { name, valid_days, ...shown } = wish;
    const token = newSecret();
    const now = clock.now();
    const image: repository.ImageRow = {
      image_id: newId(),
      token_hash: hashSecret(token),
      user_id: user.user_id,
      name,
      shown,
      created_at: now,
      expires_at: now + valid_days * DAY_MS,
    };
    await database.transaction(async (tx) => {
      if ((await repository.countImages(tx, user.user_id, now)) >= LIMITS.board_images_max)
        throw new UdtError("board_image_limit", { max: LIMITS.board_images_max });
      await repository.insertImage(tx, image);
      const detail = { image_id: image.image_id, days: valid_days };
      await audit.write(tx, { action: "board.share", user, ip, target: name, detail });
    });
    return { ...imageOf(image), path: fillPath(ENDPOINTS.qualityImage.path, { picture: `${token}.svg` }) };
  }

  /** @throws UdtError board_image_not_found */
  async revoke({ user, ip }: Who, image_id: string): Promise<void> {
    const { database, audit } = this.#needs;
    await database.transaction(async (tx) => {
      const name = await repository.deleteImage(tx, user.user_id, image_id);
      if (name === undefined) throw new UdtError("board_image_not_found", {});
      await audit.write(tx, { action: "board.unshare", user, ip, target: name, detail: { image_id } });
    });
  }

  /** @throws UdtError board_image_not_found, too_many_attempts */
  async draw(picture: string, look: QueryOf<Endpoints["qualityImage"]>): Promise<string> {
    const { database, clock } = this.#needs;
    const token = NAME.exec(picture)?.[1];
    const image = token && (await repository.findImage(database.db, hashSecret(token), clock.now()));
    if (!image) throw new UdtError("board_image_not_found", {});
    this.#asked.take(image.image_id);
    const shown = await this.#lately.get(image.image_id, () => this.#count(image));
    if (!shown) throw new UdtError("board_image_not_found", {});
    return drawBoard(shown, look);
  }

  /** As whoever made it sees it by now; undefined once they may not sign in. */
  async #count({ user_id, name, shown }: repository.ImageRow): Promise<Picture | undefined> {
    const { board, clock, userOf } = this.#needs;
    const user = await userOf(user_id);
    if (!user) return undefined;
    const { by_day, totals } = await board.board(user, { ...shown, days: Number(shown.days) });
    return { name, by_day, totals, time_zone: shown.time_zone, now: clock.now() };
  }
}

type Endpoints = typeof ENDPOINTS;

export interface ImagesNeeds {
  database: Database;
  clock: ServerClock;
  audit: AuditService;
  board: BoardService;
  /** Undefined for one who may not sign in. */
  userOf: (user_id: string) => Promise<CallerUser | undefined>;
}

const imageOf = ({ image_id, name, shown, created_at, expires_at }: repository.ImageRow): BoardImage => ({
  image_id,
  name,
  ...shown,
  created_at,
  expires_at,
});
