/** Settings of the site that is photographed: boards and groups fill with a few results, and a moderator may enter. */
import { WITH_MODERATOR } from '../moderator.ts';

export const MAX_GROUP_RUNS = 5;

export const PICTURE_SITE = {
  ...WITH_MODERATOR,
  RUNS_PER_GROUP: String(MAX_GROUP_RUNS),
  RANK_MIN_PROVIDERS: '1',
  RANK_WAITING_DAYS: '0',
  RANK_MIN_SPAN_HOURS: '0',
};
