import type { ServiceImpact } from '../api/impact.js'
import { formatCount } from './format.js'
import { ResourceLink } from './page-links.js'
import styles from './redundancy.module.css'
import shared from './shared.module.css'

/** A redundancy rule with a failed child, and how many of its children are healthy. */
export type RuleState = ServiceImpact['redundancy'][number]

type RedundancyProps = Pick<ServiceImpact, 'redundancy' | 'redundancyTotal' | 'heldCount'>

/**
 * Shows the effect of redundancy rules on a service: how many children of each resource are healthy, in red if they are
 * too few, and how many alerts the rules hold. Shows nothing if no rule has a failed child and no alert is held.
 */
export function Redundancy({ redundancy, redundancyTotal, heldCount }: RedundancyProps) {
  const more = redundancyTotal - redundancy.length
  if (redundancy.length === 0 && heldCount === 0) return null
  return (
    <ul className={styles.rules} aria-label="Redundancy">
      {redundancy.map((rule) => (
        <li key={`${rule.environment} ${rule.resource}`} className={isBroken(rule) ? shared.broken : undefined}>
          <ResourceLink {...rule} />: {formatHealthyChildren(rule)}
        </li>
      ))}
      {more > 0 && <li>{formatCount(more, 'more rule')} with failed children</li>}
      {heldCount > 0 && <li>{formatCount(heldCount, 'alert')} held by redundancy</li>}
    </ul>
  )
}

interface HeldByProps {
  /** The rules to list, which may be only the first ones. */
  readonly rules: readonly RuleState[]
  /** The number of all rules; by default, `rules` has all of them. */
  readonly total?: number
  /**
   * Whether the rules hold the alert, so that it does not reach the service; otherwise they only lower its severity.
   */
  readonly isHeld: boolean
}

/** Lists the redundancy rules that hold an alert, or lower its severity, on its paths to a service. */
export function HeldBy({ rules, total = rules.length, isHeld }: HeldByProps) {
  if (rules.length === 0) return null
  return (
    <ul className={styles.rules} aria-label={isHeld ? 'Held by' : 'Lowered by'}>
      {rules.map((rule) => (
        <li key={`${rule.environment} ${rule.resource}`}>
          {isHeld ? 'held' : 'lowered'} by <ResourceLink {...rule} />: {formatHealthyChildren(rule)}
        </li>
      ))}
      {total > rules.length && <li>and by {formatCount(total - rules.length, 'more rule')}</li>}
    </ul>
  )
}

/** Whether too few children of a resource are healthy. */
export function isBroken({ healthy, minHealthy }: RuleState): boolean {
  return healthy < minHealthy
}

/** Formats how many of the children are healthy and how many are needed, such as `2 of 3 left, 2 needed`. */
export function formatHealthyChildren({ healthy, of, minHealthy }: RuleState): string {
  return `${healthy.toLocaleString()} of ${of.toLocaleString()} left, ${minHealthy.toLocaleString()} needed`
}
