import { truncateForMessage } from '../truncate-for-message.js'

/** The codes of the warnings of an import. A warning never stops the import (rules.md#cmdb-warnings). */
export const CMDB_WARNING_CODES = [
  'unknownParent',
  'parentNotInService',
  'unknownColumn',
  'environmentDefaulted',
  'serviceCreated',
  'topologyCreated',
] as const
export type CmdbWarningCode = (typeof CMDB_WARNING_CODES)[number]

/**
 * A warning without its message. A file can cause tens of thousands of warnings, so a message is made only when a
 * response shows the warning.
 */
export interface CmdbRemark {
  readonly code: CmdbWarningCode
  /**
   * The row of the record that causes the warning; `null` if the warning is about a service, 0 if the warning is about
   * the columns of a CSV file or about a CSV row with more cells than the header.
   */
  readonly row: number | null
  /** The names and numbers that {@link toWarning} writes into the message. */
  readonly params: Readonly<Record<string, string>>
}

/** A warning as a response shows it (rules.md#cmdb-warnings). */
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
