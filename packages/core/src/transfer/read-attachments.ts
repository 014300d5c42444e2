import {
  CATALOG_SERVICE,
  type CatalogService,
  emptyCatalogService,
  readCatalogService,
} from '../catalog/catalog-service.js'
import type { PatternBudget } from '../filter/pattern-budget.js'
import { isObject, ownValue } from '../json-value.js'
import { type SentWeightPolicy, WEIGHT_POLICY } from '../policy/policy.js'
import { REDUNDANCY_RULE } from '../redundancy/redundancy-rule.js'
import { define } from '../schema/field.js'
import { eachInSteps, type Steps } from '../steps.js'
import type { SentDocument } from './document-shape.js'
import type { DocumentRule } from './plan-rules.js'
import type { TransferIssues } from './transfer-issue.js'

/** The fields of a weight policy that a caller sets, except its topology. */
export type PolicyContent = Omit<SentWeightPolicy, 'topologyId'>

export interface DocumentPolicy extends PolicyContent {
  /** The id of the policy in the file, if this id is a UUID. */
  readonly id: string | undefined
  /** The fields that are missing in the file. In merge mode, missing fields keep their stored values. */
  readonly missingFields: ReadonlySet<keyof PolicyContent>
}

/** What a document contains besides the topology itself. */
export interface Attachments {
  readonly weightPolicies: readonly DocumentPolicy[]
  /** Contains only the fields that the file contains; `null` if the file has no catalog entry. */
  readonly catalogService: Partial<Omit<CatalogService, 'serviceId'>> | null
  /** `null` if the file has no field for redundancy rules. */
  readonly rules: readonly DocumentRule[] | null
}

/** The path and service of a document, and the limit for regular expressions and the issues of the whole file. */
interface AttachmentContext {
  readonly at: string
  readonly service: string | undefined
  readonly patterns: PatternBudget
  readonly issues: TransferIssues
}

/**
 * Reads the policies, the catalog entry and the redundancy rules of a document; all are optional. Yields for pauses.
 */
export function* readAttachments(
  { weightPolicies, catalogService, rules }: Pick<SentDocument, 'weightPolicies' | 'catalogService' | 'rules'>,
  context: AttachmentContext,
): Steps<Attachments> {
  return {
    weightPolicies: readPolicies(weightPolicies ?? [], context),
    catalogService: readSentService(catalogService ?? null, context),
    rules: yield* readRules(rules ?? null, context),
  }
}

const POLICY_FIELDS = /* @__PURE__ */ define(() =>
  WEIGHT_POLICY.sentNames.filter((name): name is keyof PolicyContent => name !== 'topologyId'),
)

function readPolicies(value: unknown, context: AttachmentContext): readonly DocumentPolicy[] {
  const { at, patterns, issues } = context
  if (!Array.isArray(value)) {
    issues.add('invalidFormat', `${at}weightPolicies`, 'weightPolicies must be a list')
    return []
  }
  return value.flatMap((item: unknown, index) => {
    if (issues.isFull || patterns.isSpent) return []
    const path = `${at}weightPolicies[${index}]`
    if (isObject(item) && exceedsPatternLimit(ownValue(item, 'filters'), path, context)) return []
    const policy = issues.catching('invalidFormat', path, () =>
      WEIGHT_POLICY.readNew(pickPresentFields(item, POLICY_FIELDS)),
    )
    if (policy === undefined) return []
    const { topologyId: _, ...sent } = policy
    const id = isObject(item) ? uuidOrUndefined(ownValue(item, 'id')) : undefined
    return [{ ...sent, id, missingFields: new Set(POLICY_FIELDS.filter((field) => !isPresent(item, field))) }]
  })
}

/** Yields after this many rules, which take a few milliseconds. */
const RULES_AT_ONCE = 250

function* readRules(value: unknown, { at, issues }: AttachmentContext): Steps<Attachments['rules']> {
  if (value === null) return null
  if (!Array.isArray(value)) {
    issues.add('invalidFormat', `${at}rules`, 'rules must be a list')
    return []
  }
  const rules: DocumentRule[] = []
  yield* eachInSteps(value, RULES_AT_ONCE, (item: unknown, index) => {
    if (issues.isFull) return
    const path = `${at}rules[${index}]`
    const given = issues.catching('invalidFormat', path, () => readGivenRule(item))
    if (given !== undefined) rules.push({ path, given, rule: REDUNDANCY_RULE.readNew(given) })
  })
  return rules
}

/** Reads the fields of a rule that the file contains. Unlike in the API, the rule itself names its resource. */
function readGivenRule(item: unknown) {
  const named = REDUNDANCY_RULE.sentNames.filter((field) => isObject(item) && ownValue(item, field) !== undefined)
  const sent = isObject(item) ? Object.fromEntries(named.map((field) => [field, ownValue(item, field)])) : item
  return REDUNDANCY_RULE.readGiven(sent)
}

/** The fields of a catalog entry in a file. The service is not among them, because the document names it. */
export type CatalogField = Exclude<(typeof CATALOG_SERVICE.sentNames)[number], 'serviceId'>
export const CATALOG_FIELDS = /* @__PURE__ */ define(() =>
  CATALOG_SERVICE.sentNames.filter((name): name is CatalogField => name !== 'serviceId'),
)

function readSentService(value: unknown, context: AttachmentContext): Attachments['catalogService'] {
  const { at, service = '', patterns, issues } = context
  const path = `${at}catalogService`
  if (value === null || patterns.isSpent || exceedsPatternLimit(value, path, context)) return null
  const named = CATALOG_FIELDS.filter((field) => !isObject(value) || ownValue(value, field) !== '')
  const sent = pickPresentFields(value, named)
  const read = issues.catching('invalidFormat', path, () => readCatalogService(sent, emptyCatalogService(service)))
  if (read === undefined || !isObject(sent)) return null
  const present = named.filter((field) => sent[field] !== undefined)
  return Object.fromEntries(present.map((field) => [field, read[field]]))
}

/**
 * Returns an object with only the named fields. Fields that are missing or `null` are left out. A value that is not an
 * object is returned unchanged, and is refused later.
 */
function pickPresentFields(value: unknown, fields: readonly string[]): unknown {
  if (!isObject(value)) return value
  const present = fields.filter((field) => isPresent(value, field))
  return Object.fromEntries(present.map((field) => [field, ownValue(value, field)]))
}

function isPresent(value: unknown, field: string): boolean {
  return isObject(value) && (ownValue(value, field) ?? null) !== null
}

/**
 * Adds the sizes of the regular expressions in `filters` to the total of the file. Returns true, and adds an issue at
 * `path`, if the total exceeds the limit of one file.
 */
function exceedsPatternLimit(filters: unknown, path: string, { patterns, issues }: AttachmentContext): boolean {
  patterns.spend(filters)
  if (patterns.isSpent) issues.add('tooLarge', path, 'makes the patterns of all filters of the file too large')
  return patterns.isSpent
}

const UUID_PATTERN = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Returns the value if it is a UUID; otherwise `undefined`. Ids appear in URL paths, where a text such as `a/b` would
 * be misread.
 */
export function uuidOrUndefined(value: unknown): string | undefined {
  return typeof value === 'string' && UUID_PATTERN.test(value) ? value : undefined
}
