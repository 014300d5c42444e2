import { parseJsonFile } from '../../json-text.js'
import { LIMITS } from '../../limits.js'
import { invalid, OpsgraphError } from '../../opsgraph-error.js'
import { type PlanDocument, readPlanDocument } from '../../plan/plan-document.js'
import { runWithPauses } from '../concurrency/run-with-pauses.js'
import type { Dependencies } from '../dependencies.js'
import { readText } from '../file/read-text.js'

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
    return await process(() => parse(received.text))
  })
}

function isStream(sent: unknown): sent is AsyncIterable<Uint8Array> {
  return typeof sent === 'object' && sent !== null && Symbol.asyncIterator in sent
}

function parse(text: string): unknown {
  const parsed = parseJsonFile(text)
  if ('fault' in parsed) throw invalid(parsed.fault)
  return parsed.value
}
