import { findUnknownKeyIssues } from '../alert/filter-warnings.js'
import type { AlertImpact } from '../catalog/catalog-service.js'
import { EMPTY_FILTER, type Filter } from '../filter/filter.js'
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

/**
 * The codes of the warnings about an import of topologies. A warning never stops the import
 * (rules.md#topology-import-answer).
 */
export const TRANSFER_WARNING_CODES = ['legacyConverted', 'idsRegenerated', 'positionsKept', 'unknownKey'] as const
export type TransferWarningCode = (typeof TRANSFER_WARNING_CODES)[number]

/** A warning in the form in which responses show it (rules.md#topology-import-answer). */
export interface TransferWarning {
  readonly code: TransferWarningCode
  readonly message: string
  /** Always `null`, because these warnings are about a topology and not about a row of a file. */
  readonly row: null
  readonly params: Readonly<Record<string, string | number>>
}

/** The parts of a document that have filters on alerts. */
interface FilteringParts {
  readonly at: string
  readonly service: string
  readonly weightPolicies: readonly { readonly filters: Filter }[]
  readonly catalogService: { readonly alertImpact?: AlertImpact } | null
}

/** Warns that the file contains a tree of an earlier release. */
export function legacyConvertedWarning(service: string): TransferWarning {
  const message = 'the file holds a tree of an earlier release; it was converted into nodes and edges with new ids'
  return { code: 'legacyConverted', message, row: null, params: { service } }
}

/**
 * Warns that nodes got new ids.
 *
 * @param count the number of nodes that got a new id
 */
export function idsRegeneratedWarning(service: string, count: number): TransferWarning {
  const message = `${formatNodes(count)} got a new id, because another node has the one of the file`
  return { code: 'idsRegenerated', message, row: null, params: { service, count } }
}

/**
 * Warns that nodes kept their stored positions.
 *
 * @param count the number of nodes that kept their position
 */
export function positionsKeptWarning(service: string, count: number): TransferWarning {
  const message = `${formatNodes(count)} stayed in place although the file says another position: ask for positions=file to move them`
  return { code: 'positionsKept', message, row: null, params: { service, count } }
}

/** Warns of keys in the filters of the policies and of the catalog entry that no alert has (rules.md#filter-keys-5). */
export function unknownFilterKeyWarnings({
  at,
  service,
  weightPolicies,
  catalogService,
}: FilteringParts): TransferWarning[] {
  const policies = weightPolicies.map(({ filters }, index) => [`${at}weightPolicies[${index}].filters`, filters])
  const { whitelist = EMPTY_FILTER, blacklist = EMPTY_FILTER } = catalogService?.alertImpact ?? {}
  const impact = `${at}catalogService.alertImpact`
  const filters = {
    ...Object.fromEntries(policies),
    [`${impact}.whitelist`]: whitelist,
    [`${impact}.blacklist`]: blacklist,
  }
  return findUnknownKeyIssues(filters).map(({ code, path, message }) => ({
    code,
    message,
    row: null,
    params: { service, path },
  }))
}

function formatNodes(count: number): string {
  return count === 1 ? '1 node' : `${count} nodes`
}
