import { type CmdbReport, LIMITS } from '@opsgraph/core'
import { CMDB_OPTIONS, USUAL_REMOVALS } from '@opsgraph/core/pure'
import type { Command } from 'commander'
import type { Verb } from '../importing/consent.js'
import type * as importing from '../importing/importer.js'
import { hasChanges } from '../importing/plan-text.js'
import { OPERATOR_CALLER } from '../operator.js'

/** The report about a CMDB file (rules.md#cmdb-answer), or about a file of relations (rules.md#applying-relations). */
export type FileReport = Omit<CmdbReport, 'records' | 'topologies' | 'catalogServices'> &
  Partial<Pick<CmdbReport, 'topologies' | 'catalogServices'>> & {
    readonly records: { readonly total: number } & Partial<CmdbReport['records']>
  }

/** The body of an answer to a request that plans or imports a file. */
export type Answer = importing.Answer<FileReport>
export type Importer = importing.Importer<FileReport>

export interface ImportFlags {
  readonly format?: string | undefined
  readonly mode?: string | undefined
  readonly source?: string | undefined
  readonly environment?: string | undefined
  readonly scope?: string | undefined
  readonly encoding?: string | undefined
  readonly map?: string | undefined
  readonly skipInvalid?: boolean | undefined
  /** `none` = the import may remove any number. */
  readonly maxRemovals?: string | undefined
  readonly removeStaleAfter?: string | undefined
  /** Whether the plan lists the changes. */
  readonly changes?: boolean
}

/** Adds the flags for importing a CMDB file. */
export function withImportOptions(command: Command): Command {
  const named = command
    .option('--mode <mode>', MODE_HELP)
    .option('--source <name>', 'the name of the CMDB (default cmdb)')
  return withReadingOptions(
    withRemovalOptions(named).option(
      '--skip-invalid',
      'leave out records with errors, and import the others (exit status 4)',
    ),
  )
}

/** Adds the flags for applying a file of relations. */
export function withApplyOptions(command: Command): Command {
  const named = command
    .option('--mode <mode>', MODE_HELP)
    .option('--source <name>', 'the source that declares the relations (required)')
  return withReadingOptions(withRemovalOptions(named))
}

const MODE_HELP = `one of ${CMDB_OPTIONS.mode.join(', ')}; replace also removes what the source no longer declares (default ${CMDB_OPTIONS.mode[0]})`

function withRemovalOptions(command: Command): Command {
  return command
    .option('--environment <name>', 'the environment for records that name no environment')
    .option(
      '--scope <scope>',
      `one of ${CMDB_OPTIONS.scope.join(', ')}; with environments, the mode replace removes only in the environments of the file (default ${CMDB_OPTIONS.scope[0]})`,
    )
    .option(
      '--max-removals <limit>',
      `refuse an import that removes more relations and nodes than this limit: a number (10), a share of those of the source (20%), the greater of both (20%,10), or none = no limit (default ${USUAL_REMOVALS})`,
    )
    .option('--remove-stale-after <days>', 'also remove relations that the source has not declared for this many days')
}

function withReadingOptions(command: Command): Command {
  return command
    .option('--format <format>', `one of ${CMDB_OPTIONS.format.join(', ')} (default: detected from the file)`)
    .option('--encoding <encoding>', `one of ${CMDB_OPTIONS.encoding.join(', ')} (default ${CMDB_OPTIONS.encoding[0]})`)
    .option('--map <pairs>', 'the fields that columns with other names contain, such as "Name:resource,Used by:parent"')
    .option('--changes', 'list each change in addition to the numbers of changes')
    .addHelpText('after', '\nIn a file, the parent is what is hurt when the resource fails.')
}

/** Converts the flags to query parameters of the HTTP API. */
export function toOptions({ skipInvalid, ...flags }: ImportFlags): importing.ImportRequest['options'] {
  const { format, mode, source, environment, scope, encoding, map } = flags
  const named = { format, mode, source, environment, scope, encoding, map }
  return { ...named, ...toRemovalOptions(flags), ...(skipInvalid && { skipInvalid: true }) }
}

/** Converts the flags that limit removals to query parameters of the HTTP API. */
export function toRemovalOptions({ maxRemovals = USUAL_REMOVALS, removeStaleAfter }: ImportFlags) {
  return {
    ...(maxRemovals !== 'none' && { maxRemovals }),
    ...(removeStaleAfter !== undefined && { removeStaleAfter: Number(removeStaleAfter) }),
  }
}

export const CMDB_IMPORT: FileKind = {
  path: '/api/resources/import',
  limit: LIMITS.cmdbBytes,
  run: async (opsgraph, { bytes, ...sending }) =>
    (await opsgraph.importCmdb(OPERATOR_CALLER, { body: bytes, ...sending })).report,
  isReport: ({ applied }) => typeof applied === 'boolean',
  verb: 'import',
  planCommand: 'opsgraph cmdb plan',
  applyCommand: 'opsgraph cmdb apply',
}

/** The properties of a command that plans or imports a file of records. */
export interface FileKind extends importing.ImportKind<FileReport> {
  readonly verb: Verb
  /** The command that makes a plan. */
  readonly planCommand: string
  /** The command that applies a plan. */
  readonly applyCommand: string
}

export const RELATIONS_APPLY: FileKind = {
  path: '/api/resources/relations/apply',
  limit: LIMITS.cmdbBytes,
  run: async (opsgraph, { bytes, options, ...sending }) => {
    const named = { source: '', ...options }
    return (await opsgraph.applyRelations(OPERATOR_CALLER, { body: bytes, ...sending, options: named })).report
  },
  isReport: ({ applied }) => typeof applied === 'boolean',
  verb: 'apply',
  planCommand: 'opsgraph relation plan',
  applyCommand: 'opsgraph relation apply',
}

/** Whether the import was refused. If the answer is a plan: whether the import would be refused. */
export function isRefused(answer: Answer): boolean {
  return (
    answer.status === 'error' || removesTooMuch(answer) || topologiesOf(answer).some(({ errors }) => errors.length > 0)
  )
}

/** Whether an import is refused because it would remove more than `maxRemovals` allows. */
export function removesTooMuch({ errors }: Pick<FileReport, 'errors'>): boolean {
  return errors.some(({ code }) => code === 'tooManyRemovals')
}

/** Whether the import left out invalid records. If the answer is a plan: whether the import would leave some out. */
export function hasSkippedRecords(answer: Answer): boolean {
  return answer.status === 'ok' && !isRefused(answer) && answer.errors.length > 0
}

/** Whether the import changed anything. If the report is a plan: whether the import would change anything. */
export function changesAnything(report: FileReport): boolean {
  const { relations, claims, catalogServices } = report
  const topologies = topologiesOf(report)
  const counters = [relations, ...topologies.flatMap(({ nodes, edges }) => [nodes, edges])]
  return (
    (catalogServices?.create ?? 0) > 0 ||
    claims !== undefined ||
    counters.some(hasChanges) ||
    topologies.some(({ action }) => action === 'create')
  )
}

function topologiesOf({ topologies = [] }: FileReport): CmdbReport['topologies'] {
  return topologies
}
