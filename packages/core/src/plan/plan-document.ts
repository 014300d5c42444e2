import { z } from 'zod'
import { utf8Length } from '#platform'
import type { Counters } from '../change-set.js'
import { hashLists } from '../content-hash.js'
import { isObject, NO_JSON } from '../json-value.js'
import { LIMITS } from '../limits.js'
import { bodyFault } from '../schema/body-error.js'
import { define, REQUIRED_NAME, readOnly, STORED_TIME } from '../schema/field.js'
import { readBody } from '../schema/read-body.js'
import { KEPT_RELATION } from '../snapshot/kept-relation.js'
import { KEPT_TOPOLOGY } from '../snapshot/kept-topology.js'
import { eachInSteps, type Steps } from '../steps.js'
import { planRefusal } from './plan-issue.js'
import { PLAN_ITEM, PLAN_OPTIONS, type PlanOptionsOfImport } from './plan-options.js'
import type { TouchedState } from './touched-state.js'

/** The value of `format` in a plan document. */
export const PLAN_FORMAT = 'opsgraph-plan'
/** Increase this number only for changes that make an earlier release misread the new format. */
const PLAN_VERSION = 1

/** What a plan imports. */
export const PLAN_KINDS = ['cmdb', 'relations'] as const
export type PlanKind = (typeof PLAN_KINDS)[number]

/** What a plan changes, in short. */
export interface PlannedChanges {
  readonly relations: Counters
  /** The topologies that the plan saves. */
  readonly topologies: readonly { readonly service: string; readonly action: 'create' | 'update' }[]
  /** The catalog entries that it creates. */
  readonly catalogServices: readonly string[]
}

/** How a plan was applied. */
export interface AppliedPlan {
  readonly time: string
  /** The hash of what the plan has left: only while this is the state, the plan can be undone. */
  readonly hash: string
}

/** An entry of a list of a plan document. Its fields are read apart. */
export type PlanEntry = Readonly<Record<string, unknown>>

/** A plan as a file, which can be applied, and then be undone (rules.md#plans). */
export interface PlanDocument {
  readonly format: typeof PLAN_FORMAT
  readonly version: typeof PLAN_VERSION
  readonly kind: PlanKind
  /** The options of the import: its source, its mode and more. */
  readonly options: PlanOptionsOfImport
  /** What is imported: records, or relations as records. */
  readonly items: readonly PlanEntry[]
  readonly changes: PlannedChanges
  /** What is stored of all that the plan touches, before it is applied: as in a snapshot. */
  readonly state: { readonly relations: readonly PlanEntry[]; readonly topologies: readonly PlanEntry[] }
  /** Identifies the plan. */
  readonly planHash: string
  /** Shows that nobody has edited the document. */
  readonly checksum: string
  readonly applied?: AppliedPlan
}

const HASH = /* @__PURE__ */ define(() =>
  z
    .string()
    .regex(/^[0-9a-f]{64}$/, { error: 'must have 64 hexadecimal digits' })
    .meta({ id: 'PlanHash', description: 'A SHA-256 in hexadecimal digits' }),
)

/** The body of a request that applies or undoes a plan. What the lists contain is read apart, item by item. */
export const PLAN_DOCUMENT = /* @__PURE__ */ define(() => {
  const list = (described: z.ZodType, description: string) => {
    const entry = z.unknown().refine(isObject, 'must be an object').meta({ describedBy: described })
    return readOnly(z.array(entry as unknown as z.ZodType<PlanEntry, PlanEntry>)).meta({ description })
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
          topologies: readOnly(
            z.array(
              z.strictObject({
                service: REQUIRED_NAME,
                action: z.enum(['create', 'update']).meta({ description: 'Whether the topology is new' }),
              }),
            ),
          ).meta({ description: 'The topologies that are saved' }),
          catalogServices: readOnly(z.array(REQUIRED_NAME)).meta({ description: 'The entries that are created' }),
        })
        .meta({ description: 'What the plan changes, in short' }),
      state: z
        .strictObject({
          relations: list(KEPT_RELATION, 'The relations with their claims'),
          topologies: list(KEPT_TOPOLOGY, 'The topologies with their graphs'),
        })
        .meta({ description: 'What is stored before of all that the plan touches' }),
      planHash: HASH.meta({ description: 'Identifies the plan' }),
      checksum: HASH.meta({ description: 'Shows that nobody has edited the document' }),
      applied: z
        .strictObject({
          time: STORED_TIME.meta({ description: 'When the plan was applied' }),
          hash: HASH.meta({ description: 'The `leftHash` of the answer' }),
        })
        .nullish()
        .meta({ description: 'When the plan was applied, and what it has left; needed to undo it' }),
    })
    .meta({ id: 'PlanDocument', description: 'A plan that can be applied, and then be undone' })
})

/** Writing this many entries as texts takes a few milliseconds. */
const WRITTEN_AT_ONCE = 1_000

type Unsealed = Omit<PlanDocument, 'format' | 'version' | 'checksum' | 'applied'>

/** What a document is made of. */
export interface PlanToDocument extends Pick<PlanDocument, 'kind' | 'options' | 'changes' | 'planHash'> {
  readonly items: readonly object[]
  readonly state: TouchedState
}

/**
 * Makes the document of a plan, in steps.
 *
 * @throws OpsgraphError `invalid` if it would be too large
 */
export function* makePlanDocument({ kind, options, changes, planHash, ...parts }: PlanToDocument): Steps<PlanDocument> {
  const state = { relations: entriesOf(parts.state.relations), topologies: entriesOf(parts.state.topologies) }
  const plan: Unsealed = { kind, options, items: entriesOf(parts.items), changes, state, planHash }
  const texts = yield* textsOf(plan)
  let bytes = 0
  for (const list of texts) yield* eachInSteps(list, WRITTEN_AT_ONCE, (text) => (bytes += utf8Length(text) + 1))
  if (bytes + HEAD > LIMITS.planBytes) {
    const message = `the plan document would have ${bytes} bytes, the limit is ${LIMITS.planBytes}: split the file, or import it without a plan`
    throw planRefusal('invalid', { code: 'planTooLarge', path: 'body', message })
  }
  return { format: PLAN_FORMAT, version: PLAN_VERSION, ...plan, checksum: yield* hashLists(texts) }
}

function entriesOf(items: readonly object[]): readonly PlanEntry[] {
  return items as readonly PlanEntry[]
}

/** More bytes than the names of the fields and the hashes take. */
const HEAD = 4_096

/**
 * Reads the document of a plan. The lists are not read yet.
 *
 * @throws OpsgraphError `invalid` with all faults, or if somebody has edited it
 */
export function* readPlanDocument(body: unknown): Steps<PlanDocument> {
  requireFormat(body)
  const { applied, ...document } = readBody(PLAN_DOCUMENT, body)
  yield
  const { checksum, planHash, kind, options, items, changes, state } = document
  const found = yield* hashLists(yield* textsOf({ kind, options, items, changes, state, planHash }))
  if (found !== checksum) {
    const message =
      'the plan document is not as it was made: somebody has edited it, or a part is lost. Make a new plan'
    throw planRefusal('invalid', { code: 'planEdited', path: 'checksum', message })
  }
  return applied ? { ...document, applied } : document
}

/** Says first what is wrong with another file, instead of naming each of its fields. */
function requireFormat(body: unknown): void {
  if (!isObject(body) || body.format !== PLAN_FORMAT) {
    throw bodyFault('format', `must be "${PLAN_FORMAT}": send the document of a plan as it was made`)
  }
  if (body.version !== PLAN_VERSION) {
    throw bodyFault('version', `must be ${PLAN_VERSION}: make the plan with the release that applies it`)
  }
}

function* textsOf({ items, state, ...head }: Unsealed): Steps<readonly (readonly string[])[]> {
  const { kind, options, changes, planHash } = head
  const lists: string[][] = [[JSON.stringify([PLAN_VERSION, kind, options, changes, planHash])]]
  const all = { items, 'state.relations': state.relations, 'state.topologies': state.topologies }
  for (const [path, entries] of Object.entries(all)) {
    const texts: string[] = []
    yield* eachInSteps(entries, WRITTEN_AT_ONCE, (entry) => texts.push(textOf(entry, path)))
    lists.push(texts)
  }
  return lists
}

/** `JSON.stringify` throws if an entry is nested thousands of levels deep, which no plan is. */
function textOf(entry: PlanEntry, path: string): string {
  try {
    return JSON.stringify(entry)
  } catch {
    throw bodyFault(path, NO_JSON)
  }
}
