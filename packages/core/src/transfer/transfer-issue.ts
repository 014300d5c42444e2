import type { Issue } from '../issue.js'
import type { IssueList } from '../issue-list.js'
import type { GraphCode } from '../topology/graph-issue.js'

/** The codes of the issues about an import of topologies (rules.md#topology-import-errors). */
export const TRANSFER_CODES = [
  'invalidJson',
  'invalidFormat',
  'unsupportedSchemaVersion',
  'emptyBundle',
  'serviceMissing',
  'invalidOrientation',
  'tooLarge',
  'licenseLimit',
] as const
export type TransferCode = (typeof TRANSFER_CODES)[number]

/** A fault that stops an import. If the graph is invalid, the issue has the code of the rule that the graph breaks. */
export type TransferIssue = Issue<TransferCode | GraphCode>

/** Collects the faults of one file. */
export type TransferIssues = IssueList<TransferIssue['code']>
