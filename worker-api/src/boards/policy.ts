import { RANK_POLICIES, type RankPolicy, type RankPolicyName } from '@opfsmark/schema/ranks';

/** 64 keyed bits that stand for a network or an internet provider (autonomous system): they name none, and are the same every day. */
export type SourceTag = string;

export interface PolicyVars {
  /** `open`: every row has a number. Anything else is `guarded`: see `RANK_POLICIES`. */
  readonly TRUST_POLICY: string;
}

export const policyNameOf = ({ TRUST_POLICY }: PolicyVars): RankPolicyName =>
  TRUST_POLICY === 'open' ? 'open' : 'guarded';

export const policyOf = (vars: PolicyVars): RankPolicy => RANK_POLICIES[policyNameOf(vars)];
