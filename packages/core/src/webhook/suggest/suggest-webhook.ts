import { isObject, type JsonObject, type JsonValue } from '../../json-value.js'
import { lookUpPath, writePath } from '../mapping/payload-path.js'
import { closeWhen, numberedPolicies, translateOpenSeverity, translateSeverity } from '../preset/preset-parts.js'
import { SEVERITY_WORDS } from '../preset/severity-words.js'
import type { PresetPolicy } from '../preset/webhook-preset.js'
import { ALERT_LISTS, CLOSED_WORDS, FIELD_NAMES, LIST_NAMES, OPEN_WORDS, type SuggestedField } from './field-names.js'
import { findLeaves, type PayloadLeaf, plainName } from './payload-leaves.js'

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

type LeafByField = ReadonlyMap<SuggestedField, PayloadLeaf>

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
  const steps = findAlertList(payloads)
  const list = steps && writePath(steps, -1)
  const elements = steps === undefined ? payloads.flat() : elementsOf(payloads, steps)
  const { leaves, jsonFields } = findLeaves(elements)
  const paths = findPaths(leaves)
  const found = [...paths].map(([field, { path, values }]) => ({ field, path, example: String(values[0]) }))
  const inList = jsonFields.map((path) => (list === undefined ? path : `${list}[].${path}`))
  const total = elements.length
  return {
    config: createConfig(paths, { list, total, jsonFields: inList }),
    policies: createPolicies(paths, total),
    found,
  }
}

/** The path of a list in a payload, as its one or two keys. */
type ListSteps = readonly string[]

/**
 * The list whose elements become alerts. `undefined` = there is none: then each payload becomes one alert or, if the
 * payload itself is a list, each of its elements.
 */
function findAlertList(payloads: readonly JsonValue[]): ListSteps | undefined {
  const [first] = payloads
  if (!isObject(first)) return undefined
  const root = findPaths(findLeaves(payloads).leaves)
  const candidates = Object.entries(first).flatMap(([key, value]): readonly ListSteps[] =>
    isObject(value) ? Object.keys(value).map((inner) => [key, inner]) : [[key]],
  )
  const lists = candidates.filter((steps) => elementsOf(payloads, steps).length > 0)
  const ranked = lists.toSorted((one, other) => listRank(one) - listRank(other))
  return ranked.find((steps) => {
    const inside = findPaths(findLeaves(elementsOf(payloads, steps)).leaves)
    if (IDENTIFYING_FIELDS.some((field) => isBetterOutside(field, steps, { root, inside }))) return false
    const more = scorePaths(inside) - scorePaths(root)
    return more > 0 || (more === 0 && listRank(steps) < LIST_NAMES.length)
  })
}

/** The fields that name a problem. */
const IDENTIFYING_FIELDS = ['resource', 'event'] as const

/**
 * True if a field outside of the list names the problem better than a field of its elements: paths in an element cannot
 * reach a field outside. If the name of the list says that its elements are alerts, any name in the elements is good
 * enough. Otherwise, the elements may be details of one alert, and the names are compared.
 */
function isBetterOutside(
  field: SuggestedField,
  steps: ListSteps,
  { root, inside }: { readonly root: LeafByField; readonly inside: LeafByField },
): boolean {
  const [outer, inner] = [nameRank(root, field), nameRank(inside, field)]
  return Number.isFinite(outer) && (listRank(steps) < ALERT_LISTS.length ? !Number.isFinite(inner) : outer < inner)
}

/**
 * The index in `FIELD_NAMES` of the name of a field's path. Infinite if the field has no path, or if `FIELD_NAMES` does
 * not contain this name, for example if the event has the path of the text.
 */
function nameRank(paths: LeafByField, field: SuggestedField): number {
  const leaf = paths.get(field)
  return leaf === undefined ? Number.POSITIVE_INFINITY : Math.floor(rankOfLeaf(field, leaf))
}

function listRank(steps: ListSteps): number {
  const rank = LIST_NAMES.indexOf(plainName(steps.at(-1) ?? ''))
  return rank < 0 ? LIST_NAMES.length : rank
}

/** The objects in the lists at `steps` of all payloads. */
function elementsOf(payloads: readonly JsonValue[], steps: ListSteps): readonly JsonValue[] {
  return payloads.flatMap((payload) => {
    const list = lookUpPath(payload, steps, -1)
    return Array.isArray(list) ? list.filter(isObject).map((each) => each as JsonObject) : []
  })
}

/** The number of fields that have a path. The resource and the event count three times: every alert needs them. */
function scorePaths(paths: LeafByField): number {
  return [...paths.keys()].reduce((sum, field) => sum + (field === 'resource' || field === 'event' ? 3 : 1), 0)
}

/**
 * Chooses a path for each field, in the order of `FIELD_ORDER`. Each path is chosen for one field only, with one
 * exception: if no path is left for the event, the event may get the path of the text.
 */
function findPaths(leaves: readonly PayloadLeaf[]): LeafByField {
  const paths = new Map<SuggestedField, PayloadLeaf>()
  const used = new Set<string>()
  for (const field of FIELD_ORDER) {
    const candidates = field === 'fingerprint' ? leaves.filter((leaf) => namesOneProblem(leaf, paths)) : leaves
    const leaf = findBestLeaf(candidates, field, used)
    if (leaf === undefined) continue
    paths.set(field, leaf)
    used.add(leaf.path)
  }
  const text = paths.get('text')
  const state = paths.get('state')
  // A problem and its recovery must have the same event. So a text that differs between them, or that one of them does
  // not have, cannot be the event.
  const differs =
    state !== undefined &&
    showsBothStates(state) &&
    (new Set(text?.values).size > 1 || text?.values.length !== state.values.length)
  if (!paths.has('event') && text !== undefined && !differs && acceptsValues('event', text)) paths.set('event', text)
  return paths
}

const FIELD_ORDER = [
  ...(['severity', 'state', 'environment', 'resource', 'event', 'text', 'service', 'value', 'url', 'group'] as const),
  'fingerprint' as const,
]

/**
 * True if the values of the leaf can be the ids of problems. If the payloads contain a problem and a recovery, a recovery
 * must have the id of a problem: otherwise it may be the id of a message. Two resources must not have the same id.
 */
function namesOneProblem({ values }: PayloadLeaf, paths: LeafByField): boolean {
  const resources = paths.get('resource')?.values ?? []
  const ofResource = new Map(values.map((id, at) => [String(id), String(resources[at])]))
  const isShared = values.some((id, at) => ofResource.get(String(id)) !== String(resources[at]))
  if (resources.length > 0 && (resources.length !== values.length || isShared)) return false
  const states = (paths.get('state') ?? paths.get('severity'))?.values ?? []
  const isClosed = states.map((state) => state === true || CLOSED_WORDS.includes(splitState(state).word))
  if (!isClosed.includes(true) || !isClosed.includes(false)) return true
  const opened = new Set(values.filter((_, at) => isClosed[at] === false).map(String))
  return states.length === values.length && values.some((id, at) => isClosed[at] === true && opened.has(String(id)))
}

/** The leaf with the lowest rank, among the unused leaves whose values are possible values of the field. */
function findBestLeaf(
  leaves: readonly PayloadLeaf[],
  field: SuggestedField,
  used: ReadonlySet<string>,
): PayloadLeaf | undefined {
  let best: { readonly leaf: PayloadLeaf; readonly rank: number } | undefined
  for (const leaf of leaves) {
    if (used.has(leaf.path) || !acceptsValues(field, leaf)) continue
    const rank = rankOfLeaf(field, leaf)
    if (rank < (best?.rank ?? Number.POSITIVE_INFINITY)) best = { leaf, rank }
  }
  return best?.leaf
}

/**
 * The rank of a leaf for a field; a lower rank is better. The rank is the index of the name of the leaf in
 * `FIELD_NAMES`, or the lowest index if it has several names there; infinite if it has none. For equal indexes, the
 * leaf nearer to the root has the lower rank. For the field `state`, a leaf that shows both states is better than any
 * other leaf, whatever its names are.
 */
function rankOfLeaf(field: SuggestedField, leaf: PayloadLeaf): number {
  const names = FIELD_NAMES[field]
  const ranks = leaf.names.map((name) => names.indexOf(name)).filter((rank) => rank >= 0)
  const rank = Math.min(...ranks) + leaf.depth / 100
  if (field !== 'state' || !showsBothStates(leaf)) return rank
  return Math.min(rank, names.length) - names.length
}

/** True if one value of the leaf says that a problem has begun, and another value says that a problem is over. */
function showsBothStates({ values }: PayloadLeaf): boolean {
  const words = values.map((value) => splitState(value).word)
  return words.some((word) => CLOSED_WORDS.includes(word)) && words.some((word) => OPEN_WORDS.includes(word))
}

/**
 * Splits a state: `monitor.down` has the prefix `monitor.` and the word `down`. Most states have no prefix. A prefix
 * that negates, as in `not_ok`, is part of the word.
 */
function splitState(value: string | number | boolean): { readonly prefix: string; readonly word: string } {
  const text = String(value).trim().toLowerCase()
  if (STATE_WORDS.has(text)) return { prefix: '', word: text }
  const start = Math.max(...SEPARATORS.map((separator) => text.lastIndexOf(separator))) + 1
  const prefix = text.slice(0, start)
  return NEGATION_PATTERN.test(prefix) ? { prefix: '', word: text } : { prefix, word: text.slice(start) }
}

const SEPARATORS = ['.', '_', '-', ':', '/']
/** Matches a prefix that negates the word after it. */
const NEGATION_PATTERN = /(?:^|[^a-z])(?:not|no|non)[^a-z]$/

/**
 * Regular expressions for states which say that a problem is over: the closed words, also with the prefixes that the
 * leaf has.
 */
function closedPatterns({ values }: PayloadLeaf): readonly string[] {
  const parts = values
    .map(splitState)
    .filter(({ prefix, word }) => prefix.length <= MAX_PREFIX_CHARACTERS && STATE_WORDS.has(word))
  const prefixes = [...new Set(parts.map(({ prefix }) => prefix))].filter((prefix) => prefix !== '')
  const words = `(?:${CLOSED_WORDS.join('|')})${CAUSE_PATTERN}`
  if (prefixes.length === 0) return [words]
  const before = prefixes.slice(0, MAX_PREFIXES).map((prefix) => prefix.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
  return [`(?:${before.join('|')})?${words}`]
}

/** Matches the text that some tools write after the word, as in `Recovered from Warn` or `Closed by Ann`. */
const CAUSE_PATTERN = '(?: (?:from|by|after) .*)?'
/** The maximum length of a prefix in a regular expression of {@link closedPatterns}, which must stay short. */
const MAX_PREFIX_CHARACTERS = 30
/** The maximum number of prefixes in a regular expression of {@link closedPatterns}. */
const MAX_PREFIXES = 5

/** True if the values of the leaf are possible values of the field. */
function acceptsValues(field: SuggestedField, leaf: PayloadLeaf): boolean {
  const { values } = leaf
  switch (field) {
    case 'severity':
      return (
        !isFormer(leaf) && values.some((value) => Object.hasOwn(SEVERITY_WORDS, String(value).trim().toLowerCase()))
      )
    case 'state':
      if (isFormer(leaf)) return false
      return isFlag(leaf)
        ? FLAG_NAME.test(leaf.names[0] ?? '')
        : showsBothStates(leaf) || values.some((value) => STATE_WORDS.has(String(value).trim().toLowerCase()))
    // A problem and its recovery must have the same event, so the state cannot be the event.
    case 'event':
      return !showsBothStates(leaf) && acceptsValues('resource', leaf)
    case 'resource':
    case 'environment':
    case 'service':
    case 'group':
      return values.every((value) => typeof value !== 'boolean' && String(value).trim().length <= MAX_NAME_CHARACTERS)
    case 'url':
      return values.every((value) => /^https?:\/\//.test(String(value)))
    default:
      return values.every((value) => typeof value !== 'boolean')
  }
}

/** True if the leaf says how something was before, such as `previousLevel`, `previous.level` or `lastState`. */
function isFormer({ names }: PayloadLeaf): boolean {
  return LAST_NAME.test(names[0] ?? '') || names.some((name) => FORMER_NAME.test(name))
}

const FORMER_NAME = /^(?:previous|prev(?!ent|iew)|former|old)/
/**
 * Matches the name of a field that says how something was before. It does not apply to names of objects: the fields of
 * an object such as `lastCheck` say how something is now.
 */
const LAST_NAME = /^last/

const STATE_WORDS = new Set([...CLOSED_WORDS, ...OPEN_WORDS])
/** Matches the names of booleans that say whether a problem is over. */
const FLAG_NAME = /^(is)?(resolved|recovered|reachable)$/
/** The maximum length of a name. Longer texts are descriptions. */
const MAX_NAME_CHARACTERS = 200

const FIELDS_STORED_AS_ATTRIBUTES: ReadonlySet<SuggestedField> = new Set(['state', 'url'])

interface PayloadShape {
  readonly list: string | undefined
  /** The number of alerts in the payloads. */
  readonly total: number
  readonly jsonFields: readonly string[]
}

function createConfig(paths: LeafByField, { list, total, jsonFields }: PayloadShape): JsonObject {
  const mappings = [...paths].map(([field, { path }]) => [field, field === 'service' ? `${path}[]` : path] as const)
  const unsure = (['resource', 'event'] as const)
    .filter((field) => (paths.get(field)?.values.length ?? 0) < total)
    .map((field) => [field, 'unknown'] as const)
  const attributes = Object.fromEntries(mappings.filter(([field]) => FIELDS_STORED_AS_ATTRIBUTES.has(field)))
  const fields = Object.fromEntries(mappings.filter(([field]) => !FIELDS_STORED_AS_ATTRIBUTES.has(field)))
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

function createPolicies(paths: LeafByField, total: number): readonly PresetPolicy[] {
  const state = paths.get('state')
  // A state that every payload contains is more reliable than a severity, whose words users may choose.
  const isSure = state !== undefined && state.values.length === total && showsBothStates(state)
  return numberedPolicies(
    'Suggested',
    isSure ? translateOpenSeverity('warning') : translateSeverity('warning'),
    ...(state === undefined ? [] : [closeWhen('attributes.state', isFlag(state) ? ['true'] : closedPatterns(state))]),
  )
}

/** True if all values are booleans, or the texts `true` and `false`. */
function isFlag(leaf: PayloadLeaf): boolean {
  return leaf.values.every((value) => typeof value === 'boolean' || value === 'true' || value === 'false')
}
