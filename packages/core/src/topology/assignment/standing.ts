import { type AlertStatus, attentionOf } from '../../alert/alert-status.js'
import { SEVERITIES, type Severity } from '../../alert/severity.js'

/**
 * The state of a service according to its worst alerts. {@link compareWorstAlertStates} sorts services by this state.
 */
export interface WorstAlertState {
  /** The worst severity of the open alerts. If no alert is open, the worst severity of the acknowledged alerts. */
  readonly severity: Severity
  readonly isOpen: boolean
  /**
   * The number of open alerts with this severity; if no alert is open, the number of acknowledged alerts with this
   * severity.
   */
  readonly count: number
}

export interface CountedAlertState {
  readonly severity: Severity
  readonly status: AlertStatus
  readonly count: number
}

/**
 * Returns the state of a service according to its worst alerts; `undefined` if no alert is open or acknowledged.
 * Silenced alerts do not count.
 */
export function worstAlertStateOf(states: readonly CountedAlertState[]): WorstAlertState | undefined {
  return worstOf(states, true) ?? worstOf(states, false)
}

/**
 * Compares two of these states for sorting: a worse severity comes first; if the severities are equal, open comes
 * before acknowledged; then a higher count comes first. Services without a state come last.
 */
export function compareWorstAlertStates(one: WorstAlertState | undefined, other: WorstAlertState | undefined): number {
  if (one === undefined || other === undefined) return Number(one === undefined) - Number(other === undefined)
  return (
    SEVERITIES.indexOf(one.severity) - SEVERITIES.indexOf(other.severity) ||
    Number(other.isOpen) - Number(one.isOpen) ||
    other.count - one.count
  )
}

function worstOf(states: readonly CountedAlertState[], isOpen: boolean): WorstAlertState | undefined {
  const countedStatus = isOpen ? 'open' : 'acknowledged'
  const considered = states.filter(({ status }) => attentionOf(status) === countedStatus)
  const severity = SEVERITIES.find((each) => considered.some((state) => state.severity === each))
  if (severity === undefined) return undefined
  const count = considered.reduce((sum, state) => (state.severity === severity ? sum + state.count : sum), 0)
  return { severity, isOpen, count }
}
