import type { Caller } from '../../access/caller.js'
import { readPlanRecords } from '../../cmdb/cmdb-plan-document.js'
import { type CmdbReport, type RelationsReport, reportOfRelations } from '../../cmdb/cmdb-report.js'
import { SkippedResources } from '../../cmdb/removal-scope.js'
import { importRefusal } from '../../cmdb/skip-faulty.js'
import { parseJsonFile } from '../../json-text.js'
import { LIMITS } from '../../limits.js'
import { invalid, OpsgraphError } from '../../opsgraph-error.js'
import { type PlanDocument, readPlanDocument } from '../../plan/plan-document.js'
import { readPlanState } from '../../plan/plan-state.js'
import { importRecords } from '../cmdb/import-records.js'
import { RECORD_KINDS } from '../cmdb/record-kind.js'
import { runWithPauses } from '../concurrency/run-with-pauses.js'
import type { Dependencies } from '../dependencies.js'
import { readText } from '../file/read-text.js'
import type { ExpectedPlan } from './hash-plan.js'

/**
 * Does exactly what a plan says: makes the plan again, and writes it if it is still the same (rules.md#plans-3).
 *
 * @throws OpsgraphError `invalid` with all faults of the document, or if somebody has edited it; `conflict` if the plan
 *   has changed; `forbidden` if the license does not allow the new topologies
 */
export async function applyPlan(
  dependencies: Dependencies,
  caller: Caller,
  { document: sent, dryRun, changes }: PlanInput,
): Promise<CmdbReport | RelationsReport> {
  return await receivePlan(dependencies, sent, async (document) => {
    const state = await runWithPauses(readPlanState(document, dependencies.newId))
    const expected: ExpectedPlan = { planHash: document.planHash, state }
    return await importDocument(dependencies, caller, { document, expected, dryRun, changes })
  })
}

interface DocumentImport extends Pick<PlanInput, 'dryRun' | 'changes'> {
  readonly document: PlanDocument
  readonly expected: ExpectedPlan
}

async function importDocument(
  dependencies: Dependencies,
  caller: Caller,
  { document, ...how }: DocumentImport,
): Promise<CmdbReport | RelationsReport> {
  const { kind } = document
  const { held, ...options } = document.options
  const read = await runWithPauses(readPlanRecords(document, RECORD_KINDS[kind].check))
  if (read.issues.length > 0) throw importRefusal(kind, read.issues)
  const report = await importRecords(dependencies, caller, {
    kind,
    read,
    options: { ...options, skipInvalid: false },
    kept: SkippedResources.fromList(held),
    ...how,
  })
  return kind === 'relations' ? reportOfRelations(report) : report
}

/** A plan to apply or to undo. */
export interface PlanInput {
  /**
   * The unchecked document of the plan: an object, or a stream of the bytes of its JSON. A stream is not read until a
   * slot is free.
   */
  readonly document: unknown
  /** If true, nothing is written. */
  readonly dryRun?: boolean | undefined
  /** If true, the report lists each change. */
  readonly changes?: boolean | undefined
}

/**
 * Reads the document of a plan, and then runs `work` on it. As for imported files, a limited number of documents are
 * received at the same time, but only one is parsed and processed, because a parsed document takes several times its
 * size in memory.
 *
 * @throws OpsgraphError `invalid` if it is not the document of a plan, or if somebody has edited it; `tooLarge`
 */
export async function receivePlan<Result>(
  { fileSemaphores: { receiving, working } }: Pick<Dependencies, 'fileSemaphores'>,
  sent: unknown,
  work: (document: PlanDocument) => Promise<Result>,
): Promise<Result> {
  const process = (bodyOf: () => unknown) =>
    working.pass(async () => await work(await runWithPauses(readPlanDocument(bodyOf()))))
  if (!isStream(sent)) return await process(() => sent)
  return await receiving.pass(async () => {
    const received = await readText(sent, { limit: LIMITS.planBytes })
    if (received === 'tooLarge') {
      throw new OpsgraphError('tooLarge', `the body is longer than ${LIMITS.planBytes} bytes`)
    }
    if ('fault' in received) throw invalid(received.fault)
    return await process(() => parsePlanText(received.text))
  })
}

function isStream(sent: unknown): sent is AsyncIterable<Uint8Array> {
  return typeof sent === 'object' && sent !== null && Symbol.asyncIterator in sent
}

function parsePlanText(text: string): unknown {
  const parsed = parseJsonFile(text)
  if ('fault' in parsed) throw invalid(parsed.fault)
  return parsed.value
}
