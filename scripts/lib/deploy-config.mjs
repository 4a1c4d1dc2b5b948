import { readConfig } from './wrangler-config.mjs';
import { API_CONFIG, WEB_CONFIG } from './wrangler.mjs';

/** Rate limits of one account share their counts where their numbers are the same. */
const STAGING_NAMESPACE = 1000;

/**
 * The two configurations of a deployment. Nothing of an account stands in a file of the tree: ids and the domain are given.
 *
 * @param {{ staging: boolean, databaseId: string, domain?: string, coreSha256: string }} deployment `staging`: Workers,
 * database and buckets of their own, named with "-staging" at their end
 */
export function deploymentConfigs({ staging, databaseId, domain, coreSha256 }) {
  const named = (name) => (staging ? `${name}-staging` : name);
  const [api, web] = [readConfig(API_CONFIG), readConfig(WEB_CONFIG)];
  return {
    api: {
      ...api,
      name: named(api.name),
      d1_databases: api.d1_databases.map((db) => ({
        ...db,
        database_name: named(db.database_name),
        database_id: databaseId,
      })),
      r2_buckets: api.r2_buckets.map((bucket) => ({ ...bucket, bucket_name: named(bucket.bucket_name) })),
      ratelimits: api.ratelimits.map((limit) => ({
        ...limit,
        namespace_id: `${Number(limit.namespace_id) + (staging ? STAGING_NAMESPACE : 0)}`,
      })),
      vars: { ...api.vars, TRUST_POLICY: 'guarded', BEHIND_CLOUDFLARE: '1', CORE_SHA256: coreSha256 },
    },
    web: {
      ...web,
      name: named(web.name),
      services: web.services.map((binding) => ({ ...binding, service: named(binding.service) })),
      ...(domain ? { routes: [{ pattern: domain, custom_domain: true }], workers_dev: false } : {}),
    },
  };
}
