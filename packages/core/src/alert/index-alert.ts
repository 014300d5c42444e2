import { searchText } from '../fold-case.js'
import type { Alert } from './alert.js'
import { SEVERITIES } from './severity.js'

/** Values that a store computes from an alert, in order to filter and sort lists of alerts (rules.md#alert-filters). */
export interface AlertIndex {
  /**
   * The text in which the filter `q` searches. The filter matches the alert if the text contains one of the values of
   * `q`. `foldCase` has converted both the text and the values.
   */
  readonly search: string
  /** The index of the severity in `SEVERITIES`. The worst severity has the smallest number. */
  readonly severityRank: number
}

/** Computes `search` only when it is read, because a store may need only the rank of very many alerts. */
export function indexAlert(alert: Alert): AlertIndex {
  return {
    severityRank: SEVERITIES.indexOf(alert.severity),
    get search() {
      const { resource, event, text, service } = alert
      return searchText([resource, event, text, ...service])
    },
  }
}
