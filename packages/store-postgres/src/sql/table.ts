import type { ListQuery } from '@opsgraph/core/store'
import { mapWithPauses } from './batches.js'
import { readFirstValue, type Session, type Statement } from './database.js'
import { type ListColumn, type ListTable, listPage } from './list-page.js'
import { type FieldColumns, type RowFormat, rowFormat } from './row-format.js'
import { storableText, textArray } from './values.js'
import {
  arrivedRowsSql,
  arrivedValues,
  assignColumnsSql,
  columnNamesSql,
  type WrittenColumn,
} from './written-columns.js'

/** Describes how the items of one kind are stored: each item is one row. */
interface TableDescription<Item, Listed extends string> {
  readonly name: string
  /**
   * Where each field is stored. The first field is stored in the column `id`, which is the primary key. The fields with
   * `document` are stored together in the JSON column `document`. Filters and sorts of lists name only the fields
   * `Listed`.
   */
  readonly columns: FieldColumns<Item> & Readonly<Record<Extract<Listed, keyof Item>, ListColumn>>
  /** Columns that only filter lists. Their values are computed from the item when it is written. They are not read. */
  readonly computed?: Readonly<Record<Exclude<Listed, keyof Item>, ComputedColumn<Item>>>
  /** The columns of the default order of lists, and whether it is descending. */
  readonly order: readonly string[]
  readonly descending?: boolean
  /** The revision that every `save` and `delete` replaces. */
  readonly revision?: RevisionTable
}

interface ComputedColumn<Item> extends ListColumn {
  readonly of: (item: Item) => string
}

/** The statements of one table, and the conversion of its rows to items. */
export class Table<Item, Filter extends string, Sort extends string = Filter> {
  /** The names of the columns, beginning with the id. */
  readonly columns: string
  readonly listed: ListTable<Filter, Sort>
  /** The columns as `save` writes them, beginning with the id. */
  readonly written: readonly WrittenColumn<Item>[]
  /** @see RowFormat.toItem */
  readonly toItem: RowFormat<Item>['toItem']
  readonly #save: string
  readonly #delete: string

  constructor({ columns, computed, revision, ...table }: TableDescription<Item, Filter | Sort>) {
    const { placed, names, written, toItem } = rowFormat<Item>(columns)
    const others = Object.values<ComputedColumn<Item>>(computed ?? {})
    this.columns = names
    this.toItem = toItem
    this.written = [...written, ...others.map(({ sql, of }): WrittenColumn<Item> => [sql, 'text', of])]
    // Also contains the columns that are not listed. The types of filters and sorts exclude their names.
    const listed = { ...Object.fromEntries(placed), ...computed } as Record<Filter | Sort, ListColumn>
    this.listed = { ...table, filters: listed, sorts: listed, select: `page.${this.columns}` }
    this.#save = saveSql(table.name, this.written, revision)
    this.#delete = deleteSql(table.name, revision)
  }

  /** The calls that read and write rows in a session. */
  rowsIn(session: Session) {
    const { name } = this.listed
    /** @param clauses the SQL after the name of the table, such as a condition */
    const select = async (clauses: string, options: Omit<Statement, 'text'> = {}): Promise<readonly Item[]> => {
      const text = `select ${this.columns} from ${name} ${clauses}`
      return await mapWithPauses((await session.query<readonly unknown[]>({ ...options, text })).rows, this.toItem)
    }
    return {
      select,
      list: (query: ListQuery<Filter, Sort>) => listPage(session, this.listed, query, this.toItem),
      read: async (id: string): Promise<Item | undefined> => {
        const options = { name: `read-${name}`, keepsPlan: true, values: [storableText(id)] }
        return (await select('where id = $1::text', options))[0]
      },
      /** Returns a text that changes if a row is added, changed or removed. Reads all rows. */
      version: async (): Promise<string> => {
        const text = `select concat_ws(' ', count(*), sum(hashtextextended(${name}::text, 0))) from ${name}`
        return (await readFirstValue<string>(session, { name: `version-of-${name}`, keepsPlan: true, text })) ?? ''
      },
      find: (ids: readonly string[]) =>
        select('where id = any((select $1::text[])::text[])', { name: `find-${name}`, values: [textArray(ids)] }),
      /** Adds items or replaces the stored ones. */
      save: async (items: readonly Item[]): Promise<void> => {
        if (items.length === 0) return
        const values = arrivedValues(this.written, items)
        await session.query({ name: `save-${name}`, keepsPlan: true, text: this.#save, values })
      },
      /** @returns the number of deleted items */
      delete: async (ids: readonly string[]): Promise<number> =>
        (await session.query({ text: this.#delete, values: [textArray(ids)] })).count,
    }
  }
}

/** Creates the statement that writes rows in the order of their ids, which prevents deadlocks. */
function saveSql(name: string, columns: readonly WrittenColumn<never>[], revision?: RevisionTable): string {
  return `${revision ? `with ${setRevisionSql(revision)}` : ''}
    insert into ${name} (${columnNamesSql(columns)})
    select arrived.* from ${revision ? 'revised, ' : ''}${arrivedRowsSql(columns)}
    order by arrived.id collate "C"
    on conflict (id) do update set ${assignColumnsSql(columns.slice(1), 'excluded')}`
}

/** Creates the statement that deletes rows. It locks them in the order of their ids, which prevents deadlocks. */
function deleteSql(name: string, revision?: RevisionTable): string {
  return `with ${revision ? `${setRevisionSql(revision)}, ` : ''} leaving as (
      select ${name}.id from ${revision ? 'revised, ' : ''}${name} where ${name}.id = any((select $1::text[])::text[])
      order by ${name}.id
      for update of ${name}
    )
    delete from ${name} using leaving where ${name}.id = leaving.id`
}

/**
 * A table with at most one row, which is the revision: a text that is replaced whenever objects of certain kinds are
 * saved or deleted. Policies and maintenance windows share one table.
 */
type RevisionTable = 'policy_revision' | 'webhook_revision' | 'redundancy_revision' | 'subscription_revision'

/**
 * Returns the common table expression `revised`, which sets a new revision. Every statement that saves or deletes rows
 * of a table with a revision begins with this expression, and joins it. So concurrent statements wait for the row of
 * the revision before they lock the rows that they change, which prevents deadlocks.
 */
export function setRevisionSql(table: RevisionTable): string {
  return `revised as (
    insert into ${table} (revision) values (gen_random_uuid())
    on conflict (id) do update set revision = excluded.revision
    returning id
  )`
}

/** Reads the revision. It is an empty text before the first change. */
export async function readRevision(session: Session, table: RevisionTable): Promise<string> {
  const text = `select revision from ${table}`
  return (await readFirstValue<string>(session, { name: `read-${table}`, keepsPlan: true, text })) ?? ''
}
