import { z } from 'zod'
import { utf8Length } from '#platform'
import type { Counters } from '../change-set.js'
import { hashLists } from '../content-hash.js'
import { isObject, NOT_JSON_MESSAGE } from '../json-value.js'
import { LIMITS } from '../limits.js'
import { bodyFault } from '../schema/body-error.js'
import { define, REQUIRED_NAME, readOnlyList, STORED_TIME } from '../schema/field.js'
import { readBody } from '../schema/read-body.js'
import { RELATION_WITH_CLAIMS } from '../snapshot/kept-relation.js'
import { eachInSteps, type Steps } from '../steps.js'
import { NODE } from '../topology/graph.js'
import { NODE_CLAIMS } from '../topology/node-claims.js'
import { TOPOLOGY } from '../topology/topology.js'
import { planRefusalError } from './plan-issue.js'
import { PLAN_ITEM, PLAN_OPTIONS, type PlanOptionsOfImport } from './plan-options.js'
import type { TouchedState } from './touched-state.js'

/** The value of `format` in a plan document. */
export const PLAN_FORMAT = 'opsgraph-plan'
/** Increase this number only for changes that make an earlier release misread the new format. */
const PLAN_VERSION = 1

/** The kinds of files that a plan imports. */
export const PLAN_KINDS = ['cmdb', 'relations'] as const
export type PlanKind = (typeof PLAN_KINDS)[number]

/** A summary of what a plan changes. */
export interface PlannedChanges {
  readonly relations: Counters
  /** The topologies that the plan saves. */
  readonly topologies: readonly { readonly service: string; readonly action: 'create' | 'update' }[]
  /** The services for which the plan creates catalog entries. */
  readonly catalogServices: readonly string[]
}

/** When a plan was applied, and the state after it. */
export interface AppliedPlan {
  readonly time: string
  /**
   * The hash of the stored state after the plan was applied. The plan can be undone only while the state has this hash.
   */
  readonly hash: string
}

/** An entry in a list of a plan document. Its fields are not checked yet. */
export type PlanEntry = Readonly<Record<string, unknown>>

/** A plan as a file, which can be applied and then undone (rules.md#plans). */
export interface PlanDocument {
  readonly format: typeof PLAN_FORMAT
  readonly version: typeof PLAN_VERSION
  readonly kind: PlanKind
  /** The options of the import, such as its source and mode. */
  readonly options: PlanOptionsOfImport
  /** The imported records. A file of relations has a record for each relation. */
  readonly items: readonly PlanEntry[]
  readonly changes: PlannedChanges
  /**
   * The stored data that the plan may change, as it is before the plan is applied. The entries are as in a snapshot.
   */
  readonly state: { readonly relations: readonly PlanEntry[]; readonly topologies: readonly PlanEntry[] }
  /** Identifies the plan. */
  readonly planHash: string
  /** A hash of the document. It shows whether the document was edited. */
  readonly checksum: string
  readonly applied?: AppliedPlan
}

const HASH_SCHEMA = /* @__PURE__ */ define(() =>
  z
    .string()
    .regex(/^[0-9a-f]{64}$/, { error: 'must have 64 hexadecimal digits' })
    .meta({ id: 'PlanHash', description: 'A SHA-256 in hexadecimal digits' }),
)

/** A topology in a snapshot, for the OpenAPI document. `readTopology` reads it. */
const TOPOLOGY_WITH_CLAIMS = /* @__PURE__ */ define(() => {
  const node = NODE.stored
    .extend({
      claims: NODE_CLAIMS.optional().meta({ description: 'What each CMDB states, unless it follows from params' }),
    })
    .meta({ id: 'KeptNode', description: 'A node as a snapshot has it' })
  return TOPOLOGY.stored
    .omit({ service_kpi: true })
    .extend({ nodes: z.array(node).meta({ description: 'The service, its environments and its resources' }) })
    .meta({ id: 'KeptTopology', description: 'A topology as a snapshot has it' })
})

/** The body of a request that applies or undoes a plan. The schema does not check the entries of its lists. */
export const PLAN_DOCUMENT = /* @__PURE__ */ define(() => {
  const list = (entrySchema: z.ZodType, description: string) => {
    const entry = z.unknown().refine(isObject, 'must be an object').meta({ describedBy: entrySchema })
    return readOnlyList(z.array(entry as unknown as z.ZodType<PlanEntry, PlanEntry>)).meta({ description })
  }
  const count = (description: string) => z.int().min(0).meta({ description })
  return z
    .strictObject({
      format: z.literal(PLAN_FORMAT),
      version: z.literal(PLAN_VERSION),
      kind: z.enum(PLAN_KINDS).meta({ description: 'What the plan imports' }),
      options: PLAN_OPTIONS,
      items: list(PLAN_ITEM, 'What is imported: the records of the file').meta({ maxItems: LIMITS.cmdbRecords }),
      changes: z
        .strictObject({
          relations: z
            .strictObject({
              create: count('Relations that are new'),
              update: count('Relations that change'),
              remove: count('Relations that go'),
              unchanged: count('Relations that are only confirmed'),
            })
            .meta({ description: 'The numbers of relations' }),
          topologies: readOnlyList(
            z.array(
              z.strictObject({
                service: REQUIRED_NAME,
                action: z.enum(['create', 'update']).meta({ description: 'Whether the topology is new' }),
              }),
            ),
          ).meta({ description: 'The topologies that are saved' }),
          catalogServices: readOnlyList(z.array(REQUIRED_NAME)).meta({ description: 'The entries that are created' }),
        })
        .meta({ description: 'What the plan changes, in short' }),
      state: z
        .strictObject({
          relations: list(RELATION_WITH_CLAIMS, 'The relations with their claims'),
          topologies: list(TOPOLOGY_WITH_CLAIMS, 'The topologies with their graphs'),
        })
        .meta({ description: 'What is stored before of all that the plan touches' }),
      planHash: HASH_SCHEMA.meta({ description: 'Identifies the plan' }),
      checksum: HASH_SCHEMA.meta({ description: 'Shows that nobody has edited the document' }),
      applied: z
        .strictObject({
          time: STORED_TIME.meta({ description: 'When the plan was applied' }),
          hash: HASH_SCHEMA.meta({ description: 'The `leftHash` of the answer' }),
        })
        .nullish()
        .meta({ description: 'When the plan was applied, and what it has left; needed to undo it' }),
    })
    .meta({ id: 'PlanDocument', description: 'A plan that can be applied, and then be undone' })
})

/** Yields after this many entries, which take a few milliseconds to convert to texts. */
const ENTRIES_AT_ONCE = 1_000

type UnsignedPlan = Omit<PlanDocument, 'format' | 'version' | 'checksum' | 'applied'>

/** The content of a plan document that is to be made. */
export interface PlanContent extends Pick<PlanDocument, 'kind' | 'options' | 'changes' | 'planHash'> {
  readonly items: readonly object[]
  readonly state: TouchedState
}

/**
 * Makes a plan document. Yields for pauses.
 *
 * @throws OpsgraphError `invalid` if the document would be too large
 */
export function* makePlanDocument({ kind, options, changes, planHash, ...parts }: PlanContent): Steps<PlanDocument> {
  const state = { relations: entriesOf(parts.state.relations), topologies: entriesOf(parts.state.topologies) }
  const plan: UnsignedPlan = { kind, options, items: entriesOf(parts.items), changes, state, planHash }
  const texts = yield* planTexts(plan)
  let bytes = 0
  for (const list of texts) yield* eachInSteps(list, ENTRIES_AT_ONCE, (text) => (bytes += utf8Length(text) + 1))
  if (bytes + PLAN_HEAD_BYTES > LIMITS.planBytes) {
    const message = `the plan document would have ${bytes} bytes, the limit is ${LIMITS.planBytes}: split the file, or import it without a plan`
    throw planRefusalError('invalid', { code: 'planTooLarge', path: 'body', message })
  }
  return { format: PLAN_FORMAT, version: PLAN_VERSION, ...plan, checksum: yield* hashLists(texts) }
}

function entriesOf(items: readonly object[]): readonly PlanEntry[] {
  return items as readonly PlanEntry[]
}

/** An upper bound for the bytes of the field names and hashes. */
const PLAN_HEAD_BYTES = 4_096

/**
 * Reads a plan document. Does not check the entries of its lists. Yields for pauses.
 *
 * @throws OpsgraphError `invalid` with all faults, or if the document was edited
 */
export function* readPlanDocument(body: unknown): Steps<PlanDocument> {
  requirePlanFormat(body)
  const { applied, ...document } = readBody(PLAN_DOCUMENT, body)
  yield
  const { checksum, planHash, kind, options, items, changes, state } = document
  const found = yield* hashLists(yield* planTexts({ kind, options, items, changes, state, planHash }))
  if (found !== checksum) {
    const message =
      'the plan document is not as it was made: somebody has edited it, or a part is lost. Make a new plan'
    throw planRefusalError('invalid', { code: 'planEdited', path: 'checksum', message })
  }
  return applied ? { ...document, applied } : document
}

/**
 * Refuses a file that is no plan document with one clear message. Without this, each of its fields would be a fault.
 */
function requirePlanFormat(body: unknown): void {
  if (!isObject(body) || body.format !== PLAN_FORMAT) {
    throw bodyFault('format', `must be "${PLAN_FORMAT}": send the document of a plan as it was made`)
  }
  if (body.version !== PLAN_VERSION) {
    throw bodyFault('version', `must be ${PLAN_VERSION}: make the plan with the release that applies it`)
  }
}

function* planTexts({ items, state, ...head }: UnsignedPlan): Steps<readonly (readonly string[])[]> {
  const { kind, options, changes, planHash } = head
  const lists: string[][] = [[JSON.stringify([PLAN_VERSION, kind, options, changes, planHash])]]
  const all = { items, 'state.relations': state.relations, 'state.topologies': state.topologies }
  for (const [path, entries] of Object.entries(all)) {
    const texts: string[] = []
    yield* eachInSteps(entries, ENTRIES_AT_ONCE, (entry) => texts.push(entryText(entry, path)))
    lists.push(texts)
  }
  return lists
}

/** Converts an entry to a text. `JSON.stringify` throws if the entry is nested thousands of levels deep. */
function entryText(entry: PlanEntry, path: string): string {
  try {
    return JSON.stringify(entry)
  } catch {
    throw bodyFault(path, NOT_JSON_MESSAGE)
  }
}
