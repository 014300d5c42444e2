import type { Statement } from './database.js'

/** The SQL of one kind of policy. */
export interface PolicyStatements {
  /** The columns of a row, beginning with the id. */
  readonly columns: string
  readonly read: Statement
  readonly find: Statement
  readonly active: Statement
  readonly lastCreateTime: Statement
  readonly save: Statement
  readonly delete: Statement
}

/** How the policies of one kind are stored. */
interface PolicyRows {
  readonly table: string
  /** The types of the columns that only this kind has, by name. */
  readonly own: Readonly<Record<string, string>>
  /** The columns by which policies are ordered when they are applied. */
  readonly order: readonly string[]
}

/** Builds the SQL of one kind of policy. */
export function policyStatements({ table, own, order }: PolicyRows): PolicyStatements {
  const ownColumns = Object.keys(own)
  const columns = ['id, name, description, status, create_time, filters', ...ownColumns].join(', ')
  const named = (action: string, text: string): Statement => ({ name: `${action}-${table}`, text })
  return {
    columns,
    read: { ...named('read', `select ${columns} from ${table} where id = $1::text`), keepsPlan: true },
    find: named('find', `select ${columns} from ${table} where id = any((select $1::text[])::text[])`),
    active: named('active', `select ${columns} from ${table} where status = 'active' order by ${order.join(', ')}`),
    lastCreateTime: named('last', `select create_time from ${table} order by create_time desc limit 1`),
    save: { ...named('save', saveStatement(table, own)), keepsPlan: true },
    delete: named('delete', deleteStatement(table)),
  }
}

/**
 * Sets a new revision of the policies and maintenance windows. Every statement that saves or deletes a policy or a
 * maintenance window begins with this part. So concurrent saves and deletes wait here, before any of them locks another
 * row, which prevents deadlocks.
 */
export const REVISED = `with revised as (
    insert into policy_revision (revision) values (gen_random_uuid())
    on conflict (id) do update set revision = excluded.revision
    returning id
  )`

/**
 * Locks rows in the order of their ids. The statement `RELEASE` of the weight policies does not contain `REVISED`, so
 * it may run at the same time. It locks rows in the same order, so the two statements cannot cause a deadlock.
 */
function saveStatement(table: string, own: Readonly<Record<string, string>>): string {
  const written = ['name', 'description', 'status', 'create_time', ...Object.keys(own), 'filters']
  const ownLists = Object.values(own).map((type, index) => `$${index + 7}::${type}[]`)
  return `${REVISED}
    insert into ${table} (id, ${written.join(', ')})
    select arrived.* from revised, rows from (
      unnest(${['$1::text[], $2::text[], $3::text[], $4::text[], $5::timestamptz[]', ...ownLists].join(', ')}),
      json_array_elements($6::json)
    ) as arrived (id, ${written.join(', ')})
    order by arrived.id collate "C"
    on conflict (id) do update set ${written.map((column) => `${column} = excluded.${column}`).join(', ')}`
}

function deleteStatement(table: string): string {
  return `${REVISED}, leaving as (
      select ${table}.id from revised, ${table} where ${table}.id = any((select $1::text[])::text[])
      order by ${table}.id
      for update of ${table}
    )
    delete from ${table} using leaving where ${table}.id = leaving.id`
}
