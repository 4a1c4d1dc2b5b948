import { requestTicket } from '$lib/base/api/service.ts';
import { Bench } from './bench.svelte.ts';
import { FamilySession } from './family-session.svelte.ts';

export class FamilyBench extends Bench<FamilySession> {
  constructor() {
    super(({ run }, client) => new FamilySession({ run, client, ticket: requestTicket }));
  }
}
