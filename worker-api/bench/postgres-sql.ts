/**
 * What is different in the tables. Triggers are left out: each would be a function and a trigger. Text is compared byte by
 * byte, as in SQLite.
 */
export const TABLE_CHANGES: readonly (readonly [RegExp, string])[] = [
  [/--.*$/gm, ''],
  [/CREATE TRIGGER[^]*?\bEND;/g, ''],
  [/INSERT INTO[^]*?;/g, ''],
  [/\) WITHOUT ROWID;/g, ');'],
  [/counts TEXT NOT NULL CHECK \(json_valid\(counts\)\)/g, 'counts jsonb NOT NULL'],
  [/ CHECK \(json_valid\(\w+\)\)/g, ''],
  [/\brow TEXT/g, '"row" TEXT'],
  [/\bINTEGER\b/g, 'bigint'],
  [/\bREAL\b/g, 'double precision'],
  [/\bTEXT\b/g, 'text COLLATE "C"'],
];

/** What is different in the statements of src/store. */
const STATEMENT_CHANGES: readonly (readonly [RegExp, string])[] = [
  // Only the names of parameters, the quotes of a reserved word, and hints that there are not.
  [/\?(\d+)/g, '$$$1'],
  [/, row\b/g, ', "row"'],
  [/INDEXED BY \w+/g, ''],
  [/LIMIT -1 OFFSET/g, 'OFFSET'],
  // JSON as a parameter
  [/(\$\d+) ->> '/g, "$1::jsonb ->> '"],
  [/IN \(SELECT value FROM json_each\((\$\d+)\)\)/g, '= ANY (ARRAY(SELECT jsonb_array_elements_text($1::jsonb)))'],
  [/SELECT value FROM json_each\((\$\d+)\)/g, 'SELECT jsonb_array_elements_text($1::jsonb)'],
  [/SELECT value ->> '\$\[0\]' FROM meta/g, 'SELECT (value::jsonb ->> 0)::bigint FROM meta'],
  [
    /IN \(SELECT value FROM json_each\(\((SELECT value FROM meta[^)]*)\)\)\)/g,
    '= ANY (ARRAY(SELECT jsonb_array_elements_text(($1)::jsonb)::bigint))',
  ],
  [
    /JOIN json_each\('\["' \|\| replace\(members[^]*?AS own/g,
    "CROSS JOIN LATERAL unnest(string_to_array(members, ',')) AS own (value)",
  ],
  // The planner knows how many rows a list has only where it is an array.
  [/run_id IN \(\s*(SELECT jsonb_array[^]*?network = \$1)\)/g, 'run_id = ANY (ARRAY($1))'],
  // Numbers: parameters without a type, no scalar max, random() in [0, 1)
  [/substr\(metric_set, (\$\d+)/g, 'substr(metric_set, $1::int'],
  [/\+network/g, 'network'],
  [/max\(since_ms \+ 1,/g, 'greatest(dirty.since_ms + 1,'],
  [/abs\(random\(\) % 1000000\) \/ 1e6/g, 'random()'],
  // A column of the row that is there needs its table's name, and a conflict that is repaired its columns.
  [/used = used \+/g, 'used = quota.used +'],
  [/(WHEN |length\(|ELSE )changed\b/g, '$1dirty.changed'],
  [/(INTO quota[^]*ON CONFLICT) DO UPDATE/g, '$1 (day, source) DO UPDATE'],
  [/(INTO dirty[^]*ON CONFLICT) DO UPDATE/g, '$1 (keys) DO UPDATE'],
];

/** Statements that are written anew, by how they begin or what only they have. */
const REWRITTEN: readonly (readonly [RegExp, string])[] = [
  [
    // LIMIT is not allowed in the recursive part, and a lateral join says what a subquery in ON said.
    /WITH RECURSIVE peer/,
    `WITH RECURSIVE peer (network, n) AS (
       (SELECT min(network), 1 FROM run WHERE PEER)
       UNION ALL
       SELECT (SELECT min(network) FROM run WHERE PEER AND network > peer.network), n + 1
       FROM peer WHERE peer.network IS NOT NULL AND n <= 50)
     SELECT own.metric_set, own.metrics FROM peer CROSS JOIN LATERAL (
       SELECT metric_set, metrics FROM run WHERE PEER AND run.network = peer.network ORDER BY created_ms DESC LIMIT 1) AS own
     WHERE peer.network <> $6`.replaceAll(
      'PEER',
      "device = $1 AND scope = $2 AND os = $3 AND browser = $4 AND flush = $5 AND status = 'published' AND trust = 1",
    ),
  ],
  [
    /INSERT INTO vote/,
    `INSERT INTO vote (generation, cut, network, standing, buckets, run_id, first_ms, last_ms, runs, members, version)
     SELECT (v ->> 0)::bigint, v ->> 1, $1, v ->> 2, v ->> 3, v ->> 4, (v ->> 5)::bigint, (v ->> 6)::bigint,
            (v ->> 7)::bigint, v ->> 9,
            CASE WHEN (SELECT value FROM meta WHERE key = 'generations') = $3 THEN (v ->> 8)::bigint END
     FROM jsonb_array_elements($2::jsonb) AS v
     ON CONFLICT (generation, cut, network) DO UPDATE SET standing = excluded.standing, buckets = excluded.buckets,
       run_id = excluded.run_id, first_ms = excluded.first_ms, last_ms = excluded.last_ms, runs = excluded.runs,
       members = excluded.members,
       version = CASE WHEN vote.version = excluded.version - 1 THEN excluded.version END`,
  ],
  [
    /INSERT INTO cell/,
    `WITH delta AS (SELECT (v ->> 0)::bigint AS generation, v ->> 1 AS cut, v ->> 2 AS key, (v ->> 3)::bigint AS n
                    FROM jsonb_array_elements($1::jsonb) AS v)
     INSERT INTO cell (generation, cut, counts, version)
     SELECT generation, cut, jsonb_object_agg(key, n) FILTER (WHERE n <> 0), floor(random() * 4503599627370496)::bigint
     FROM (SELECT generation, cut, key, sum(n) AS n FROM (
             SELECT * FROM delta UNION ALL
             SELECT cell.generation, cell.cut, counted.key, counted.value::bigint
             FROM (SELECT DISTINCT generation, cut FROM delta) AS touched JOIN cell USING (generation, cut)
             CROSS JOIN LATERAL jsonb_each_text(cell.counts) AS counted) AS all_counts
           GROUP BY generation, cut, key) AS sums
     GROUP BY generation, cut
     ON CONFLICT (generation, cut) DO UPDATE SET counts = excluded.counts, version = excluded.version`,
  ],
];

/** A statement of src/store as PostgreSQL takes it. */
export function toPostgres(sql: string): string {
  const anew = REWRITTEN.find(([pattern]) => pattern.test(sql))?.[1];
  return anew ?? STATEMENT_CHANGES.reduce((text, [pattern, change]) => text.replace(pattern, change), sql);
}
