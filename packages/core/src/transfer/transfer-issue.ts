import type { Issue } from '../issue.js'
import { LIMITS } from '../limits.js'
import type { GraphCode } from '../topology/graph-issue.js'

/** The codes of rules.md#topology-import-errors. */
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

/** Collects the faults of one file, up to `LIMITS.issues`. */
export class TransferIssues {
  readonly #list: TransferIssue[] = []

  get list(): readonly TransferIssue[] {
    return this.#list
  }

  get isFull(): boolean {
    return this.#list.length >= LIMITS.issues
  }

  add(code: TransferIssue['code'], path: string, message: string): void {
    this.push({ code, path, message })
  }

  push(issue: TransferIssue): void {
    if (!this.isFull) this.#list.push(issue)
  }
}
