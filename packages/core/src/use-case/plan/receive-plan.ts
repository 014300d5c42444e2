import { parseJsonFile } from '../../json-text.js'
import { LIMITS } from '../../limits.js'
import { invalid, OpsgraphError } from '../../opsgraph-error.js'
import { type PlanDocument, readPlanDocument } from '../../plan/plan-document.js'
import { runWithPauses } from '../concurrency/run-with-pauses.js'
import type { Dependencies } from '../dependencies.js'
import { readText } from '../file/read-text.js'

/** A plan to apply or to undo. */
export interface PlanInput {
  /** The document of the plan, unchecked: as an object, or as the bytes of its JSON, which are read when it is their turn. */
  readonly document: unknown
  /** If true, nothing is written. */
  readonly dryRun?: boolean | undefined
  /** If true, the report lists each change. */
  readonly changes?: boolean | undefined
}

/**
 * Reads the document of a plan, and then works on it. As for files that are imported, the number of those that are
 * received at the same time is limited, and one at a time is parsed and processed: parsed, it takes several times its
 * size.
 *
 * @throws OpsgraphError `invalid` if it is no document of a plan, or if somebody has edited it; `tooLarge`
 */
export async function receivePlan<Result>(
  { fileTurns: { receiving, working } }: Pick<Dependencies, 'fileTurns'>,
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
