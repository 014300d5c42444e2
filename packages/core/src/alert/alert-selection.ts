import { z } from 'zod'
import { foldCase } from '../fold-case.js'
import { unknownFault } from '../known-values.js'
import { LIMITS } from '../limits.js'
import { LIST_COLUMNS, type ListFilter } from '../list-columns.js'
import { invalid } from '../opsgraph-error.js'
import { type Filters, normalizeNames } from '../page.js'
import { define, readOnlyList } from '../schema/field.js'
import { fieldHas } from '../schema/field-rules.js'
import { withRule } from '../schema/read-body.js'
import { readTimestamp } from '../timestamp.js'
import { truncateForMessage } from '../truncate-for-message.js'
import { NOT_A_TIME_MESSAGE } from './read-alert.js'
import { isMissing, readStatusBody, STATUS_FIELDS, statusFaults } from './status-change.js'

/** Filters that depend on the impact of an alert, not on its fields (rules.md#alert-filters-7). */
export interface ImpactFilters {
  /** Names of services. Selects only alerts that count in the impact on at least one of these services. */
  readonly hurts?: readonly string[] | undefined
  /** True = selects only alerts that reach no service. */
  readonly unreached?: boolean | undefined
}

/** The alerts that a bulk request changes: all alerts that match `filters` and the filters of the impact. */
export interface AlertSelection extends ImpactFilters {
  readonly filters: AlertFilters
  /**
   * The ids that the request names, without duplicates; `undefined` if it names none. Each must be the id of an alert.
   */
  readonly ids: readonly string[] | undefined
}

type AlertFilter = ListFilter<'alerts'>
export type AlertFilters = Filters<AlertFilter>

const { filters: COLUMNS, closed, single } = LIST_COLUMNS.alerts
const isSingle = (name: string) => single.some((other) => other === name)

/** The descriptions of the filters that do not simply compare for equality (rules.md#alert-filters). */
const FILTER_DESCRIPTIONS: Readonly<Partial<Record<AlertFilter, string>>> = {
  service: 'Only alerts that name one of these services',
  tag: 'Only alerts with one of these tags',
  assignee: 'Only alerts that one of these persons has',
  window: 'Only alerts that one of these maintenance windows holds: their ids',
  from: 'Only alerts whose `lastReceiveTime` is at this time or later: an ISO 8601 date or time, in UTC without a zone',
  to: 'Only alerts whose `lastReceiveTime` is before this time: an ISO 8601 date or time, in UTC without a zone',
  q: 'Only alerts whose resource, event, text or services contain this text, in upper or lower case',
}

/** A filter is a text, or a list of texts of which one must match. */
function filterSchema(name: AlertFilter | 'hurts', description: string) {
  const choices = (closed as Readonly<Record<string, readonly string[]>>)[name]
  const text = choices === undefined ? z.string() : z.string().meta({ enum: [...choices] })
  const texts = isSingle(name) ? z.array(text).meta({ maxItems: 1 }) : z.array(text)
  return z
    .union([text, readOnlyList(texts)], { error: 'must be a string or a list of strings' })
    .transform((sent): readonly string[] => [sent].flat())
    .check(({ value, issues }) => {
      const fault = value.length === 0 ? 'must not be empty' : findFilterFault(name, value, choices)
      if (fault !== undefined) issues.push({ code: 'custom', input: value, message: fault })
    })
    .nullish()
    .meta({ description })
}

function findFilterFault(name: string, values: readonly string[], choices = values): string | undefined {
  return isSingle(name) ? timeFilterFault(values) : unknownFault(values, choices, () => 'send a list')
}

function timeFilterFault([text = '', ...others]: readonly string[]): string | undefined {
  if (others.length > 0) return 'can be given only once'
  return readTimestamp(text) === undefined ? `${NOT_A_TIME_MESSAGE}, not ${truncateForMessage(text)}` : undefined
}

/** The filters of alerts in a body, of which at least one must be given. */
export const ALERT_FILTERS = /* @__PURE__ */ define(() => {
  type Columns = Readonly<Record<AlertFilter, ReturnType<typeof filterSchema>>>
  const descriptionOf = (name: AlertFilter) =>
    FILTER_DESCRIPTIONS[name] ?? `Only items that have one of these values as \`${name}\``
  return z
    .strictObject({
      ...(Object.fromEntries(COLUMNS.map((name) => [name, filterSchema(name, descriptionOf(name))])) as Columns),
      hurts: filterSchema('hurts', 'Services that the alerts hurt'),
      unreached: z.boolean().nullish().meta({ description: 'true = only alerts that reach no service' }),
    })
    .refine(hasAnyFilter, { error: 'must not be empty' })
})

/**
 * True if the filters exclude any alerts. Without filters, or with only an empty `q`, a request changes every alert; it
 * is probably a mistake, so it is refused.
 */
function hasAnyFilter({ unreached, ...filters }: { readonly unreached?: boolean | null | undefined }): boolean {
  const given = Object.entries<readonly string[] | null | undefined>(filters)
  return unreached === true || given.some(([name, values]) => values && !(name === 'q' && values.includes('')))
}

/**
 * The body of a request that changes the status of many alerts (rules.md#changing-many-alerts). In the JSON schema, the
 * keyword `if` requires exactly one of `ids` and `filters`. Code generators ignore `if`, so their types stay simple.
 */
export const STATUS_CHANGES = /* @__PURE__ */ define(() => {
  const { bulkAlerts } = LIMITS
  const NO_ID = 'must be the id of an alert'
  const ids = z
    .array(z.string({ error: NO_ID }).min(1, { error: NO_ID }))
    .min(1, { error: 'must not be empty' })
    .max(bulkAlerts, {
      error: ({ input }) => `has ${(input as readonly unknown[]).length} entries, the limit is ${bulkAlerts} alerts`,
    })
  const fields = z.strictObject({
    ids: readOnlyList(ids).nullish().meta({ description: 'The alerts to change; one unknown id refuses all' }),
    filters: ALERT_FILTERS.nullish().meta({
      description: 'The filters of GET /api/alerts, at least one; either `ids` or `filters` is required',
    }),
    ...STATUS_FIELDS,
  })
  const selected = withRule(fields, (body) => {
    const areMissing = isMissing(body.ids)
    if (areMissing !== isMissing(body.filters)) return []
    const [code, path] = areMissing ? (['missingField', 'ids'] as const) : (['invalidField', 'filters'] as const)
    return [{ code, path, message: 'give either ids or filters' }]
  })
  return withRule(selected, statusFaults).meta({
    id: 'AlertStatusChanges',
    examples: [{ filters: { q: 'disk', severity: ['minor', 'warning'] }, status: 'ack' }],
    if: { oneOf: [fieldHas('ids', { type: 'array', items: {} }), fieldHas('filters', { type: 'object' })] },
    else: { not: {} },
  })
})

/** Selects alerts by their ids or by the filters of a list, and says which status they get. */
export type StatusChanges = Readonly<z.input<typeof STATUS_CHANGES>>

/**
 * Reads a request that changes the status of many alerts.
 *
 * @throws OpsgraphError `invalid` with all faults
 */
export function readStatusChanges(body: unknown) {
  const { ids, filters: sent, ...change } = readStatusBody(STATUS_CHANGES, body)
  if (ids !== undefined && ids !== null) {
    const named = [...new Set(ids)]
    return { change, selection: { filters: { id: named }, ids: named } satisfies AlertSelection as AlertSelection }
  }
  const { hurts, unreached, ...given } = sent ?? {}
  const filters = Object.fromEntries(Object.entries(given).filter(([, values]) => values)) as AlertFilters
  const selection: AlertSelection = {
    ...{ filters: readAlertFilters(filters), ids: undefined },
    ...{ hurts: hurts ?? undefined, unreached: unreached ?? undefined },
  }
  return { change, selection }
}

/**
 * Converts the filters of a list of alerts to the form that stores expect (rules.md#alert-filters).
 *
 * @throws OpsgraphError `invalid` if `from` or `to` is not exactly one ISO 8601 time
 */
export function readAlertFilters(filters: AlertFilters = {}): AlertFilters {
  const { from, to, q } = filters
  return {
    ...normalizeNames(filters, ['environment', 'resource', 'event', 'service', 'assignee']),
    ...(from && { from: [readTime('from', from)] }),
    ...(to && { to: [readTime('to', to)] }),
    ...(q && { q: q.map(foldCase) }),
  }
}

/** @throws OpsgraphError `invalid` if `values` is not exactly one ISO 8601 time */
export function readTime(name: string, values: readonly string[]): string {
  const fault = timeFilterFault(values)
  if (fault !== undefined) throw invalid(`${name} ${fault}`)
  return readTimestamp(values[0] ?? '') ?? ''
}
