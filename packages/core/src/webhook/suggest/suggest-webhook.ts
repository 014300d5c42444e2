import { isObject, type JsonObject, type JsonValue } from '../../json-value.js'
import { lookUp, writePath } from '../mapping/payload-path.js'
import { closeWhen, numberedPolicies, translateOpenSeverity, translateSeverity } from '../preset/preset-parts.js'
import { SEVERITY_WORDS } from '../preset/severity-words.js'
import type { PresetPolicy } from '../preset/webhook-preset.js'
import { ALERT_LISTS, CLOSED_WORDS, FIELD_NAMES, LIST_NAMES, OPEN_WORDS, type SuggestedField } from './field-names.js'
import { type Leaf, leavesOf, plainName } from './payload-leaves.js'

/** A webhook for a tool without a preset (rules.md#suggested-webhooks-1). */
export interface WebhookSuggestion {
  /**
   * A body for `POST /api/webhook_config`, without authentication. The webhook is enabled only if paths for the
   * resource and the event were found.
   */
  readonly config: JsonObject
  /** Bodies for `POST /api/alert_policy`, without the id of the webhook. */
  readonly policies: readonly PresetPolicy[]
  /** The path that was found for each field, with the first value at this path in the payloads. */
  readonly found: readonly FoundField[]
}

interface FoundField {
  readonly field: SuggestedField
  readonly path: string
  readonly example: string
}

type Paths = ReadonlyMap<SuggestedField, Leaf>

/**
 * Suggests a webhook for the payloads of one tool. The suggestion is based on the names of the keys and on the values.
 * A field for which no path is found gets no mapping. A suggestion is better if there are several payloads, and if one
 * of them reports the end of a problem.
 *
 * @example
 * ```ts
 * import { suggestWebhook } from '@opsgraph/core/pure'
 *
 * const { found } = suggestWebhook([{ host: 'web-1', check: 'ping', state: 'critical' }])
 * console.log(found.map(({ field, path }) => `${field} from ${path}`)) // [ … 'resource from host', 'event from check' ]
 * ```
 */
export function suggestWebhook(payloads: readonly JsonValue[]): WebhookSuggestion {
  const steps = findList(payloads)
  const list = steps && writePath(steps, -1)
  const elements = steps === undefined ? payloads.flat() : elementsOf(payloads, steps)
  const { leaves, jsonFields } = leavesOf(elements)
  const paths = findPaths(leaves)
  const found = [...paths].map(([field, { path, values }]) => ({ field, path, example: String(values[0]) }))
  const inList = jsonFields.map((path) => (list === undefined ? path : `${list}[].${path}`))
  const total = elements.length
  return { config: configOf(paths, { list, total, jsonFields: inList }), policies: policiesOf(paths, total), found }
}

/** The keys that lead to a list in a payload: one key, or the key of an object and a key in this object. */
type ListSteps = readonly string[]

/**
 * The list whose elements become alerts. `undefined` if there is no such list: then each payload becomes one alert, or
 * each element of a payload that is a list.
 */
function findList(payloads: readonly JsonValue[]): ListSteps | undefined {
  const [first] = payloads
  if (!isObject(first)) return undefined
  const root = findPaths(leavesOf(payloads).leaves)
  const places = Object.entries(first).flatMap(([key, value]): readonly ListSteps[] =>
    isObject(value) ? Object.keys(value).map((inner) => [key, inner]) : [[key]],
  )
  const lists = places.filter((steps) => elementsOf(payloads, steps).length > 0)
  const ranked = lists.toSorted((one, other) => listRank(one) - listRank(other))
  return ranked.find((steps) => {
    const inside = findPaths(leavesOf(elementsOf(payloads, steps)).leaves)
    if (NAMING.some((field) => isBetterOutside(field, steps, { root, inside }))) return false
    const more = worth(inside) - worth(root)
    return more > 0 || (more === 0 && listRank(steps) < LIST_NAMES.length)
  })
}

/** The fields that name a problem: an element of a list cannot reach what names it outside of the list. */
const NAMING = ['resource', 'event'] as const

/**
 * True if a field outside of a list names the problem, and no field of the elements does. If the name of the list does
 * not say that its elements are alerts, the elements may be details of one alert. Then the result is also true if the
 * field outside has a better name than the field of the elements.
 */
function isBetterOutside(
  field: SuggestedField,
  steps: ListSteps,
  { root, inside }: { readonly root: Paths; readonly inside: Paths },
): boolean {
  const [outer, inner] = [nameRank(root, field), nameRank(inside, field)]
  return Number.isFinite(outer) && (listRank(steps) < ALERT_LISTS.length ? !Number.isFinite(inner) : outer < inner)
}

/**
 * The index of the name of a field's path in the list of `FIELD_NAMES`; infinite if there is no path or no known name,
 * as for an event that has the path of the text.
 */
function nameRank(paths: Paths, field: SuggestedField): number {
  const leaf = paths.get(field)
  return leaf === undefined ? Number.POSITIVE_INFINITY : Math.floor(rankFor(field, leaf))
}

function listRank(steps: ListSteps): number {
  const rank = LIST_NAMES.indexOf(plainName(steps.at(-1) ?? ''))
  return rank < 0 ? LIST_NAMES.length : rank
}

/** The objects in the lists that the payloads have at `steps`. */
function elementsOf(payloads: readonly JsonValue[], steps: ListSteps): readonly JsonValue[] {
  return payloads.flatMap((payload) => {
    const list = lookUp(payload, steps, -1)
    return Array.isArray(list) ? list.filter(isObject).map((each) => each as JsonObject) : []
  })
}

/** A score for the fields that have a path. The resource and the event count more, because every alert needs them. */
function worth(paths: Paths): number {
  return [...paths.keys()].reduce((sum, field) => sum + (field === 'resource' || field === 'event' ? 3 : 1), 0)
}

/**
 * Chooses a path for each field, in the order of `ORDER`. Two fields do not get the same path, with one exception: if
 * no path is left for the event, the event may get the path of the text.
 */
function findPaths(leaves: readonly Leaf[]): Paths {
  const paths = new Map<SuggestedField, Leaf>()
  const used = new Set<string>()
  for (const field of ORDER) {
    const leaf = bestOf(leaves, field, used)
    if (leaf === undefined) continue
    paths.set(field, leaf)
    used.add(leaf.path)
  }
  const text = paths.get('text')
  const state = paths.get('state')
  // A problem and its recovery must have the same event, so a text that differs between them, or that one of them lacks,
  // cannot be the event.
  const differs =
    state !== undefined &&
    showsBothStates(state) &&
    (new Set(text?.values).size > 1 || text?.values.length !== state.values.length)
  if (!paths.has('event') && text !== undefined && !differs && fits('event', text)) paths.set('event', text)
  return paths
}

const ORDER = [
  ...(['severity', 'state', 'environment', 'resource', 'event', 'text', 'service', 'value', 'url', 'group'] as const),
]

/** The leaf with the lowest rank, among the unused leaves whose values can be values of the field. */
function bestOf(leaves: readonly Leaf[], field: SuggestedField, used: ReadonlySet<string>): Leaf | undefined {
  let best: { readonly leaf: Leaf; readonly rank: number } | undefined
  for (const leaf of leaves) {
    if (used.has(leaf.path) || !fits(field, leaf)) continue
    const rank = rankFor(field, leaf)
    if (rank < (best?.rank ?? Number.POSITIVE_INFINITY)) best = { leaf, rank }
  }
  return best?.leaf
}

/**
 * The rank of a leaf for a field; a lower rank is better. The rank is the lowest index of the names of the leaf in the
 * list of `FIELD_NAMES`; if two leaves have the same index, the leaf nearer to the root has the lower rank. The rank is
 * infinite if the list contains no name of the leaf. For the field `state`, a leaf that shows both states is better
 * than all other leaves, whatever its names are.
 */
function rankFor(field: SuggestedField, leaf: Leaf): number {
  const names = FIELD_NAMES[field]
  const ranks = leaf.names.map((name) => names.indexOf(name)).filter((rank) => rank >= 0)
  const rank = Math.min(...ranks) + leaf.depth / 100
  if (field !== 'state' || !showsBothStates(leaf)) return rank
  return Math.min(rank, names.length) - names.length
}

/** True if one value of the leaf says that a problem has begun, and another value says that a problem is over. */
function showsBothStates({ values }: Leaf): boolean {
  const words = values.map((value) => stateOf(value).word)
  return words.some((word) => CLOSED_WORDS.includes(word)) && words.some((word) => OPEN_WORDS.includes(word))
}

/**
 * The parts of a state: `monitor.down` has the prefix `monitor.` and the word `down`. Most states have no prefix. The
 * word of `not_ok` is not `ok`.
 */
function stateOf(value: string | number | boolean): { readonly prefix: string; readonly word: string } {
  const text = String(value).trim().toLowerCase()
  if (STATES.has(text)) return { prefix: '', word: text }
  const start = Math.max(...SEPARATORS.map((separator) => text.lastIndexOf(separator))) + 1
  const prefix = text.slice(0, start)
  return DENIAL.test(prefix) ? { prefix: '', word: text } : { prefix, word: text.slice(start) }
}

const SEPARATORS = ['.', '_', '-', ':', '/']
/** A prefix that turns the word after it around. */
const DENIAL = /(?:^|[^a-z])(?:not|no|non)[^a-z]$/

/**
 * Regular expressions for the states that say that a problem is over: known words, also with the prefixes of the leaf.
 */
function closedStates({ values }: Leaf): readonly string[] {
  const parts = values.map(stateOf).filter(({ prefix, word }) => prefix.length <= LONGEST_PREFIX && STATES.has(word))
  const prefixes = [...new Set(parts.map(({ prefix }) => prefix))].filter((prefix) => prefix !== '')
  const words = `(?:${CLOSED_WORDS.join('|')})${CAUSE}`
  if (prefixes.length === 0) return [words]
  const before = prefixes.slice(0, MOST_PREFIXES).map((prefix) => prefix.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
  return [`(?:${before.join('|')})?${words}`]
}

/** What some tools write after the word: `Recovered from Warn`, `Closed by Ann`. */
const CAUSE = '(?: (?:from|by|after) .*)?'
/** Limits for the length of a regular expression. */
const LONGEST_PREFIX = 30
const MOST_PREFIXES = 5

/** True if the values of the leaf can be values of the field. */
function fits(field: SuggestedField, leaf: Leaf): boolean {
  const { values } = leaf
  switch (field) {
    case 'severity':
      return values.some((value) => Object.hasOwn(SEVERITY_WORDS, String(value).trim().toLowerCase()))
    case 'state':
      return isFlag(leaf)
        ? FLAG.test(leaf.names[0] ?? '')
        : showsBothStates(leaf) || values.some((value) => STATES.has(String(value).trim().toLowerCase()))
    // A problem and its recovery must have the same event, so the state cannot be the event.
    case 'event':
      return !showsBothStates(leaf) && fits('resource', leaf)
    case 'resource':
    case 'environment':
    case 'service':
    case 'group':
      return values.every((value) => typeof value !== 'boolean' && String(value).trim().length <= LONGEST_NAME)
    case 'url':
      return values.every((value) => /^https?:\/\//.test(String(value)))
    default:
      return values.every((value) => typeof value !== 'boolean')
  }
}

const STATES = new Set([...CLOSED_WORDS, ...OPEN_WORDS])
/** The names of booleans that say whether the problem is over. */
const FLAG = /^(is)?(resolved|recovered|reachable)$/
/** The maximum length of a name. Longer texts are descriptions. */
const LONGEST_NAME = 200

const ATTRIBUTES: ReadonlySet<SuggestedField> = new Set(['state', 'url'])

interface Shape {
  readonly list: string | undefined
  /** The number of alerts in the payloads. */
  readonly total: number
  readonly jsonFields: readonly string[]
}

function configOf(paths: Paths, { list, total, jsonFields }: Shape): JsonObject {
  const mappings = [...paths].map(([field, { path }]) => [field, field === 'service' ? `${path}[]` : path] as const)
  const unsure = (['resource', 'event'] as const)
    .filter((field) => (paths.get(field)?.values.length ?? 0) < total)
    .map((field) => [field, 'unknown'] as const)
  const attributes = Object.fromEntries(mappings.filter(([field]) => ATTRIBUTES.has(field)))
  const fields = Object.fromEntries(mappings.filter(([field]) => !ATTRIBUTES.has(field)))
  return {
    enabled: paths.has('resource') && paths.has('event'),
    ...(list !== undefined && { arrayPath: list }),
    fieldMappings: { ...fields, ...(Object.keys(attributes).length > 0 && { attributes }) },
    defaultValues: {
      ...{ environment: 'Production', type: 'webhook', text: 'no text' },
      ...(!paths.has('severity') && { severity: 'warning' }),
      ...Object.fromEntries(unsure),
    },
    ...(jsonFields.length > 0 && { jsonFields }),
  }
}

function policiesOf(paths: Paths, total: number): readonly PresetPolicy[] {
  const state = paths.get('state')
  // A state that always says whether the problem lasts is surer than a severity, whose words users may choose.
  const isSure = state !== undefined && state.values.length === total && showsBothStates(state)
  return numberedPolicies(
    'Suggested',
    isSure ? translateOpenSeverity('warning') : translateSeverity('warning'),
    ...(state === undefined ? [] : [closeWhen('attributes.state', isFlag(state) ? ['true'] : closedStates(state))]),
  )
}

/** True if all values are booleans, or texts that contain a boolean. */
function isFlag(leaf: Leaf): boolean {
  return leaf.values.every((value) => typeof value === 'boolean' || value === 'true' || value === 'false')
}
