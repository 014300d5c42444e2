import type { Caller } from '../../access/caller.js'
import { type RelationsApplyOptionsInput, readRelationsApplyOptions } from '../../cmdb/cmdb-import-options.js'
import { type RelationsReport, reportOfRelations } from '../../cmdb/cmdb-report.js'
import { readRelationText } from '../../cmdb/relation-records.js'
import { runWithPauses } from '../concurrency/run-with-pauses.js'
import type { Dependencies } from '../dependencies.js'
import { staleTime } from './guard-removals.js'
import type { CmdbImport } from './import-cmdb.js'
import { importRecords, selectRecords } from './import-records.js'
import { receiveFile } from './receive-file.js'

export interface RelationsApply extends Omit<CmdbImport, 'options'> {
  readonly options: RelationsApplyOptionsInput
}

export interface RelationsOutcome {
  readonly report: RelationsReport
  /** For a CSV file, the line number on which each row begins, counted from 1; `undefined` for other files. */
  readonly lines: readonly number[] | undefined
}

/**
 * Applies a file with the relations that one source states, in one transaction (rules.md#applying-relations).
 * Topologies and catalog entries do not change. A dry run makes the same plan.
 *
 * @throws OpsgraphError `invalid` if an option is invalid, with all issues if the file is invalid, or if too much would
 *   be removed; `conflict` if the plan does not have the hash `planHash`
 */
export async function applyRelations(
  dependencies: Dependencies,
  caller: Caller,
  file: RelationsApply,
): Promise<RelationsOutcome> {
  const { fileName, contentType, dryRun, changes, plan, planHash } = file
  const { removeStaleAfter, ...read } = readRelationsApplyOptions(file.options)
  const options = { ...read, skipInvalid: false, staleBefore: staleTime(dependencies, removeStaleAfter) }
  return await receiveFile(dependencies, file, options.encoding, async (received) => {
    const read = await runWithPauses(readRelationText(received, { fileName, contentType, ...options }))
    selectRecords('relations', read, options)
    const expected = planHash === undefined ? undefined : { planHash }
    const sent = { kind: 'relations', read, options, dryRun, changes, plan, expected } as const
    return { report: reportOfRelations(await importRecords(dependencies, caller, sent)), lines: read.lines }
  })
}
