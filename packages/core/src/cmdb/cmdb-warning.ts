import { truncateForMessage } from '../truncate-for-message.js'

/** Remarks on an import, which never stop it (rules.md#cmdb-warnings). */
export const CMDB_WARNING_CODES = [
  'unknownParent',
  'parentNotInService',
  'unknownColumn',
  'environmentDefaulted',
  'serviceCreated',
  'topologyCreated',
] as const
export type CmdbWarningCode = (typeof CMDB_WARNING_CODES)[number]

/** A warning before it is told: a file gives rise to tens of thousands, and nobody reads the words of most. */
export interface CmdbRemark {
  readonly code: CmdbWarningCode
  /** The record's row; `null` when it is about a service, 0 when it is about the header of a CSV file. */
  readonly row: number | null
  /** The names that the message speaks of. */
  readonly params: Readonly<Record<string, string>>
}

/** As answers show it (rules.md#cmdb-warnings). */
export interface CmdbWarning extends CmdbRemark {
  readonly message: string
}

export function toWarning({ code, row, params }: CmdbRemark): CmdbWarning {
  return { code, message: MESSAGES[code](params), row, params }
}

type Params = CmdbRemark['params']

const MESSAGES: Readonly<Record<CmdbWarningCode, (params: Params) => string>> = {
  unknownParent: ({ resource, parent }) =>
    `the parent ${truncateForMessage(parent)} of ${truncateForMessage(resource)} is not in the file; the relation is stored anyway`,
  parentNotInService: ({ resource, parent, service }) =>
    `the parent ${truncateForMessage(parent)} is not in the service ${truncateForMessage(service)}; ${truncateForMessage(resource)} is put below its environment`,
  unknownColumn: columnMessage,
  environmentDefaulted: ({ environment }) => `the record has no environment; it is put into "${environment}"`,
  serviceCreated: ({ service }) => `the service ${truncateForMessage(service)} is new in the catalog`,
  topologyCreated: ({ service }) => `the service ${truncateForMessage(service)} gets its topology`,
}

function columnMessage({ column = '', line }: Params): string {
  if (line !== undefined) return `line ${line} has more cells than the header; such cells are ignored everywhere`
  return `the column ${truncateForMessage(column)} is not known, or is there twice; it is ignored`
}
