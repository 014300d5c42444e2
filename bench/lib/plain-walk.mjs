/** @import { Client } from 'pg' */

/** @typedef {{ resource: string, depth: number, path: readonly string[] }} Entry */

/** @typedef {{ environment: string, resource: string, direction: keyof typeof STEPS, depth: number }} PlainWalk */

const STEPS = {
  ancestors: { from: 'resource', to: 'parent' },
  descendants: { from: 'parent', to: 'resource' },
}

/**
 * A table that has only the necessary indexes for a resource graph: a unique index on the three names of a relation, an
 * index on the parent, and an index on the id.
 */
export const PLAIN_TABLE = 'plain_relation'

/**
 * Creates {@link PLAIN_TABLE} and copies all stored relations into it.
 *
 * @param {Client} client
 */
export async function createPlainTable(client) {
  await client.query(`
    create table ${PLAIN_TABLE} (
      id uuid not null default gen_random_uuid(),
      environment text not null,
      resource text not null,
      parent text not null,
      source smallint not null,
      source_ref text,
      create_time timestamptz not null,
      update_time timestamptz not null
    );
    insert into ${PLAIN_TABLE} (environment, resource, parent, source, source_ref, create_time, update_time)
      select environment, resource, parent, source_rank, source_ref, create_time, update_time from relation;
    create unique index on ${PLAIN_TABLE} (environment, resource, parent);
    create index on ${PLAIN_TABLE} (environment, parent);
    create unique index on ${PLAIN_TABLE} (id)`)
}

/**
 * A minimal traversal of stored relations, for comparison: one statement for each level, and a path for each resource
 * that is reached. The traversal does not sort the parents, uses no consistent snapshot, and reads no other columns.
 *
 * @param {Client} client
 * @param {PlainWalk} walk
 * @returns {Promise<readonly Entry[]>}
 */
export async function walkPlainly(client, { environment, resource: start, direction, depth }) {
  const { from: fromColumn, to: toColumn } = STEPS[direction]
  /** @type {Map<string, readonly string[]>} */
  const paths = new Map([[start, [start]]])
  /** @type {Entry[]} */
  const entries = []
  let frontier = [start]
  for (let level = 1; level <= depth && frontier.length > 0; level++) {
    const { rows } = await client.query({
      name: `plain-${direction}`,
      text: `select ${fromColumn}, ${toColumn} from ${PLAIN_TABLE} where environment = $1 and ${fromColumn} = any($2)`,
      values: [environment, frontier],
      rowMode: 'array',
    })
    frontier = []
    for (const [from, to] of rows) {
      if (paths.has(to)) continue
      const path = [...(paths.get(from) ?? []), to]
      paths.set(to, path)
      entries.push({ resource: to, depth: level, path })
      frontier.push(to)
    }
  }
  return entries
}
