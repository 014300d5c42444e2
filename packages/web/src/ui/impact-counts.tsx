import { SEVERITIES } from '@opsgraph/core/pure'
import { ATTENDED, visibleText } from '@opsgraph/draw'
import { Link } from 'react-router'
import type { HoldingWindows, ServiceImpact } from '../api/impact.js'
import { formatCount } from './format.js'
import { Icon } from './icon.js'
import styles from './impact-counts.module.css'
import { buildHeldAlertsPath, buildHurtingAlertsPath, buildPath, ResourceLink } from './page-links.js'
import { SeverityBadge } from './severity.js'
import shared from './shared.module.css'
import { Minute } from './time-ago.js'

/**
 * Shows how alerts hurt a service: the number of open alerts of each severity or, if all alerts are acknowledged, only
 * the worst severity; then the numbers of acknowledged and of silenced alerts; then the maintenance windows and the
 * redundancy rules that hold alerts. Every page uses this component for these numbers, which come from
 * `GET /api/impact`. It is green only if the service is calm.
 */
export function ImpactCounts({ impact }: { readonly impact: ServiceImpact }) {
  const { service, severity: worst, acknowledged, counts, acknowledgedCount, silencedCount, redundancy } = impact
  if (isCalm(impact)) {
    return (
      <span className={styles.calm}>
        <Icon name="check" />
        no active alerts
      </span>
    )
  }
  return (
    <>
      <span className={styles.counts}>
        {SEVERITIES.map((severity) => {
          const count = counts[severity]
          if (count === undefined) return undefined
          return (
            <Link
              key={severity}
              className={styles.link}
              to={buildHurtingAlertsPath(service, 'unacknowledged', redundancy.length === 0 ? severity : undefined)}
            >
              <SeverityBadge severity={severity} count={count} />
            </Link>
          )
        })}
        {acknowledged && worst !== null && <SeverityBadge severity={worst} />}
        {acknowledgedCount > 0 && (
          <Link className={styles.attended} to={buildHurtingAlertsPath(service, 'acknowledged')}>
            {ATTENDED} {acknowledgedCount} acknowledged
          </Link>
        )}
        {silencedCount > 0 && (
          <Link className={styles.attended} to={buildHurtingAlertsPath(service, 'silenced')}>
            {silencedCount} silenced
          </Link>
        )}
      </span>
      <WindowHolds {...impact} />
      <Redundancy {...impact} />
    </>
  )
}

type Calmness = Pick<ServiceImpact, 'severity' | 'silencedCount' | 'heldCount' | 'redundancy'>

/**
 * Whether nothing hurts a service, none of its alerts is silenced or held, and none of its redundancy rules has a
 * failed child. Pages show only such a service in green.
 */
export function isCalm({ severity, silencedCount, heldCount, redundancy }: Calmness): boolean {
  return severity === null && silencedCount === 0 && heldCount === 0 && redundancy.length === 0
}

interface WindowHoldsProps extends HoldingWindows {
  /** The service that counts the alerts; missing = all active alerts are counted. */
  readonly service?: string
}

/**
 * Lists the maintenance windows that hold alerts, each with the number of these alerts, a link to them, and the end of
 * the window.
 */
export function WindowHolds({ windows, windowsMore, service }: WindowHoldsProps) {
  if (windows.length === 0) return null
  return (
    <ul className={styles.holds}>
      {windows.map(({ id, name, count, until }) => (
        <li key={id}>
          <Link to={buildPath('maintenance', id)}>{visibleText(name)}</Link> holds{' '}
          <Link to={buildHeldAlertsPath(id, service)}>{count.toLocaleString()}</Link>{' '}
          {until === null ? '(it is over)' : <Minute word="until" time={until} />}
        </li>
      ))}
      {windowsMore && <li>other windows hold more</li>}
    </ul>
  )
}

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
