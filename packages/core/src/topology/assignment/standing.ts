import { type AlertStatus, attentionOf } from '../../alert/alert-status.js'
import { SEVERITIES, type Severity } from '../../alert/severity.js'

/** How the service of a topology stands, as far as it can be compared: its worst alerts. */
export interface Standing {
  /** Of the open alerts; if none is open, of the acknowledged ones. */
  readonly severity: Severity
  readonly isOpen: boolean
  /** How many alerts have that severity: open ones, or acknowledged ones. */
  readonly count: number
}

export interface CountedState {
  readonly severity: Severity
  readonly status: AlertStatus
  readonly count: number
}

/** `undefined` = no alert is open or acknowledged: silenced alerts hurt nothing. */
export function standingOf(states: readonly CountedState[]): Standing | undefined {
  return worstOf(states, true) ?? worstOf(states, false)
}

/** The worst severity first, open before acknowledged, then the higher count; what has no alerts comes last. */
export function compareStandings(one: Standing | undefined, other: Standing | undefined): number {
  if (one === undefined || other === undefined) return Number(one === undefined) - Number(other === undefined)
  return (
    SEVERITIES.indexOf(one.severity) - SEVERITIES.indexOf(other.severity) ||
    Number(other.isOpen) - Number(one.isOpen) ||
    other.count - one.count
  )
}

function worstOf(states: readonly CountedState[], isOpen: boolean): Standing | undefined {
  const wanted = isOpen ? 'open' : 'acknowledged'
  const considered = states.filter(({ status }) => attentionOf(status) === wanted)
  const severity = SEVERITIES.find((each) => considered.some((state) => state.severity === each))
  if (severity === undefined) return undefined
  const count = considered.reduce((sum, state) => (state.severity === severity ? sum + state.count : sum), 0)
  return { severity, isOpen, count }
}
