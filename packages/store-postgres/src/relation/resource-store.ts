import type { Store } from '@opsgraph/core/store'
import { readItems, type Session, type SqlValue } from '../sql/database.js'
import { storableText, textArray, textArrays, writeTime } from '../sql/values.js'

type ResourceStore = Store['resources']
type ResourceQuery = Parameters<ResourceStore['list']>[0]
type ResourceChoice = Parameters<ResourceStore['after']>[2]
type ResourceKey = Awaited<ReturnType<ResourceStore['after']>>[number]
type CountedResource = Awaited<ReturnType<ResourceStore['find']>>[number]

export function postgresResourceStore(session: Session): ResourceStore {
  return {
    list: async (query) => {
      const values: SqlValue[] = []
      const text = selectListed(query, values)
      const { rows } = await session.query<readonly [total: number, environment: string | null, resource: string]>({
        text,
        values,
      })
      const items = rows.flatMap(([, environment, resource]) =>
        environment === null ? [] : [{ environment, resource }],
      )
      return { items, total: rows[0]?.[0] ?? 0 }
    },
    after: (last, limit, choice) => {
      const values: SqlValue[] = []
      const text = selectNamesAfter(last, limit, { choice, values })
      return readItems(session, { text, values }, toResourceKey)
    },
    find: (resources) => {
      const values = textArrays(resources, ['environment', 'resource'])
      return readItems(session, { name: 'find-resources', text: FIND_RESOURCES_SQL, values }, toCountedResource)
    },
  }
}

export function toResourceKey([environment, resource]: readonly [environment: string, resource: string]): ResourceKey {
  return { environment, resource }
}

function toCountedResource(
  row: readonly [string, string, number, number, number, number, number, number],
): CountedResource {
  const [environment, resource, parents, children, nodes, alerts, rules, claims] = row
  return { environment, resource, parents, children, nodes, alerts, rules, claims }
}

/** A kind of rows that name resources. */
interface NameColumn {
  readonly table: string
  /** The column with the name of the resource. */
  readonly name: string
  /** The condition that a row must fulfill, if not all rows name a resource. */
  readonly where?: string
}

const CHILD_NAMES: NameColumn = { table: 'relation', name: 'resource' }
const PARENT_NAMES: NameColumn = { table: 'relation', name: 'parent' }
const NODE_NAMES: NameColumn = {
  table: 'topology_node',
  name: 'resource',
  where: 'environment is not null and resource is not null',
}
const RULE_NAMES: NameColumn = { table: 'redundancy_rule', name: 'resource' }
const ALERT_NAMES: NameColumn = { table: 'alert', name: 'resource', where: `status not in ('closed', 'expired')` }

const IN_ORDER_SQL = 'order by environment, resource'

/** Selects one page of names, with the total in each row. */
function selectListed(query: ResourceQuery, values: SqlValue[]): string {
  const conditions = buildConditions(query.filters, values)
  const start = Math.min((query.page - 1) * query.pageSize, Number.MAX_SAFE_INTEGER - query.pageSize)
  const bigint = (number: number) => `$${values.push(number)}::bigint`
  const limits = `${IN_ORDER_SQL} limit ${bigint(query.pageSize)} offset ${bigint(start)}`
  if (query.orphan === undefined && query.stale === undefined) {
    return selectEveryName(conditions, { limits, end: bigint(start + query.pageSize) })
  }
  return `with names as materialized (${selectChosenNames(query, conditions, values)})
    ${selectPage('(select count(*) from names)', `select * from names ${limits}`)}`
}

/**
 * Selects the first names after a key. A search for orphans or stale resources needs all names; otherwise at most
 * `limit` names are read from each kind of rows.
 */
function selectNamesAfter(
  last: ResourceKey | undefined,
  limit: number,
  { choice, values }: { readonly choice: ResourceChoice; readonly values: SqlValue[] },
): string {
  const chosen = buildConditions(choice.filters, values)
  const key = last && [last.environment, last.resource].map((name) => `$${values.push(storableText(name))}::text`)
  const conditions: BuildConditions = (naming) => [
    ...chosen(naming),
    ...(key === undefined ? [] : [`(environment, ${naming.name}) > (${key.join(', ')})`]),
  ]
  const first = `${IN_ORDER_SQL} limit $${values.push(limit)}::bigint`
  if (choice.orphan !== undefined || choice.stale !== undefined) {
    return `select environment, resource from (${selectChosenNames(choice, conditions, values)}) as names ${first}`
  }
  const subqueries = [CHILD_NAMES, PARENT_NAMES, NODE_NAMES, RULE_NAMES, ALERT_NAMES].map(
    (naming) => `(${selectNames(naming, conditions)} ${IN_ORDER_SQL} limit $${values.length}::bigint)`,
  )
  return `select environment, resource from (${subqueries.join(' union ')}) as names ${first}`
}

/** Selects a page of names with the total. The join returns a row with the total even if the page is empty. */
function selectPage(total: string, page: string): string {
  return `select ${total}, page.environment, page.resource
    from (select) as one_row left join (${page}) as page on true ${IN_ORDER_SQL}`
}

/**
 * Selects all names. Nearly all names are children, and the primary key of `relation` contains the children in order.
 * So children are counted and listed without sorting, and only the other names are collected.
 */
function selectEveryName(
  conditions: BuildConditions,
  { limits, end }: { readonly limits: string; readonly end: string },
): string {
  const children = selectNames(CHILD_NAMES, conditions)
  const others = [PARENT_NAMES, NODE_NAMES, RULE_NAMES, ALERT_NAMES].map((naming) => selectNames(naming, conditions))
  const total = `(select count(*) from (${children}) as children)
    + (select count(*) from (select * from others except ${children}) as further)`
  const first = `(${children} ${IN_ORDER_SQL} limit ${end}) union (select * from others ${IN_ORDER_SQL} limit ${end})`
  return `with others as materialized (${others.join(' union ')})
    ${selectPage(total, `select * from (${first}) as first ${limits}`)}`
}

function selectChosenNames({ orphan, stale }: ResourceChoice, conditions: BuildConditions, values: SqlValue[]): string {
  const namesIn = (namings: readonly NameColumn[]) =>
    namings.map((naming) => selectNames(naming, conditions)).join(' union ')
  const declared = namesIn([CHILD_NAMES, PARENT_NAMES, NODE_NAMES])
  const mentioned = namesIn([RULE_NAMES, ALERT_NAMES])
  const base = orphan
    ? `(${mentioned}) except (${declared})`
    : orphan === false
      ? declared
      : `${declared} union ${mentioned}`
  if (stale === undefined) return base
  const lasting = `$${values.push(textArray(stale.lasting))}::text[]`
  const confirmed = `case when source = any(${lasting}) then 'infinity'::timestamptz else last_time end`
  const ends = ['resource', 'parent'].map((name) =>
    selectNames({ table: 'relation_claim', name }, conditions, `, max(${confirmed}) as confirmed`),
  )
  const before = `$${values.push(writeTime(stale.before))}::timestamptz`
  return `(${base}) ${stale.wanted ? 'intersect' : 'except'} (select environment, resource
    from (${ends.join(' union all ')}) as ends group by environment, resource having max(confirmed) < ${before})`
}

type BuildConditions = (naming: NameColumn) => readonly string[]

function buildConditions({ environment, q }: ResourceQuery['filters'], values: SqlValue[]): BuildConditions {
  const inEnvironment = environment && [`environment = any($${values.push(textArray(environment))}::text[])`]
  const words = q?.map((word) => `$${values.push(storableText(lowerCase(word)))}::text`)
  return ({ name, where }) => {
    const contains = words?.map((word) => `strpos(lower(${name}), ${word}) > 0`)
    return [
      ...(where === undefined ? [] : [where]),
      ...(inEnvironment ?? []),
      ...(contains === undefined ? [] : [`(${contains.join(' or ') || 'false'})`]),
    ]
  }
}

/** Converts the letters A to Z to lower case, as `lower()` does with a text of the collation "C". */
function lowerCase(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}

function selectNames(naming: NameColumn, conditions: BuildConditions, further = ''): string {
  const { table, name } = naming
  const tests = conditions(naming)
  const where = tests.length === 0 ? '' : `where ${tests.join(' and ')}`
  return `select environment, ${name} as resource${further} from ${table} ${where} group by environment, ${name}`
}

/** The kinds of rows that are counted, in the order of the counts in the result. */
const COUNTED_NAMES = [CHILD_NAMES, PARENT_NAMES, NODE_NAMES, ALERT_NAMES, RULE_NAMES]
const COUNT_COLUMNS = [...COUNTED_NAMES.keys(), COUNTED_NAMES.length].map((kind) => `count_${kind}`)

function countColumnsOf(kind: number): string {
  return COUNT_COLUMNS.map((_, other) => (other === kind ? 'count(*)' : '0')).join(', ')
}

function selectCounts({ table, name, where = 'true' }: NameColumn, kind: number): string {
  return `select of_environment, of_resource, ${countColumnsOf(kind)}
    from wanted join ${table} on environment = of_environment and ${name} = of_resource
    where ${where} group by of_environment, of_resource`
}

/** Counts the claims through their relations, because only relations have an index by parent. */
function selectClaims(end: string): string {
  return `select of_environment, of_resource, ${countColumnsOf(COUNTED_NAMES.length)}
    from wanted join relation on relation.environment = of_environment and relation.${end} = of_resource
      join relation_claim as claim on claim.environment = relation.environment
        and claim.resource = relation.resource and claim.parent = relation.parent
    group by of_environment, of_resource`
}

const FIND_RESOURCES_SQL = `with wanted as (
    select distinct * from unnest($1::text[], $2::text[]) as wanted (of_environment, of_resource)
  )
  select of_environment, of_resource, ${COUNT_COLUMNS.map((count) => `sum(${count})::bigint`).join(', ')}
  from (${[...COUNTED_NAMES.map(selectCounts), ...['resource', 'parent'].map(selectClaims)].join(' union all ')})
    as counted (of_environment, of_resource, ${COUNT_COLUMNS.join(', ')})
  group by of_environment, of_resource`
