import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const FOLDER = join(import.meta.dirname, '../../../schema/migrations');

/**
 * The hash of each migration as it was released: a database that has it is never changed by it again, so what is to change is a new
 * file with the next number. A new migration gets its line here, and a state of its own by labs/records/keep-state.ts.
 */
const RELEASED = {
  '0001_create_results.sql': '59f6026258776c3b4de9e88c0ae0f25da9db5e393d529621fea40dbde08eeb5e',
  '0002_count_by_provider.sql': 'c4b3a1cf83d08ca476784f0cbe21f25e530a29e277e9fb8e1119cdffbdbaba8b',
  '0003_keep_groups_apart.sql': 'ba6e42e7865fce6f6651c561e4fdc4f6bfcb9d90213a306e98f92695e76e0a88',
  '0004_create_checkups.sql': 'dd321cf20dc45cd698bba2ea4fcdc5175e6dcb0575ef90ede262d6bf4276d40a',
  '0005_list_checkups_by_provider.sql': '61d22c1f03d24d2fa2e62654f47f3415ba5921ff59b92cfd7a8ed2c219c3614e',
  '0006_list_newest_checkups.sql': 'a8551f5faeac9425d4e02570716a960559316930dd4465f1b5ddf507dfa64133',
};

it('migrations are numbered, and stay as they were released', () => {
  const names = readdirSync(FOLDER).toSorted();
  expect(names.map((name) => name.slice(0, 5))).toEqual(names.map((_, i) => `${String(i + 1).padStart(4, '0')}_`));
  const hashOf = (name: string) =>
    createHash('sha256')
      .update(readFileSync(join(FOLDER, name)))
      .digest('hex');
  expect(Object.fromEntries(names.map((name) => [name, hashOf(name)]))).toEqual(RELEASED);
});
