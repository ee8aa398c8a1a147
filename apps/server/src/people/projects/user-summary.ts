import { users } from "../../platform/database/core.schema.ts";

/** What is shown of a user wherever people are listed: the contract's `userSummary`. */
export const userSummary = {
  user_id: users.user_id,
  user_name: users.user_name,
  email: users.email,
  head_image: users.head_image,
};
