/** Settings of the site that is photographed: boards and groups fill with a few results, and a moderator may enter. */
import { createHash } from 'node:crypto';

export const MODERATOR_TOKEN = 'moderator-of-the-pictures';
export const MAX_GROUP_RUNS = 5;

export const PICTURE_SITE = {
  ADMIN_TOKEN_SHA256: createHash('sha256').update(MODERATOR_TOKEN).digest('hex'),
  RUNS_PER_GROUP: String(MAX_GROUP_RUNS),
  RANK_MIN_NETWORKS: '1',
  RANK_MIN_DAYS: '1',
};
