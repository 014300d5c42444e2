import { foldCase, SEPARATOR } from '../fold-case.js'
import type { Alert } from './alert.js'
import { SEVERITIES } from './severity.js'

/** Values that a store computes from an alert to list alerts (rules.md#alert-filters). */
export interface AlertIndex {
  /** A text that contains a value of the filter `q` if and only if the filter matches the alert. */
  readonly search: string
  /** The position of the severity in the order of severities. The worst severity has the smallest number. */
  readonly severityRank: number
}

export function indexAlert({ resource, event, text, service, severity }: Alert): AlertIndex {
  const search = [resource, event, text, ...service].map(foldCase).join(SEPARATOR)
  return { search, severityRank: SEVERITIES.indexOf(severity) }
}
