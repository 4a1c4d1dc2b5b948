import { isLostRace } from '../store/errors.ts';

const MAX_TRIES = 8;

/** Tries again when another request changed the same cohort first. Each try must read anew. */
export async function retryLostRaces<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      if (!isLostRace(error) || tries === MAX_TRIES) throw error;
    }
  }
}
