import { useQuery } from '@tanstack/react-query'
import { type HoldingWindows, impactSummaryQuery } from '../../api/impact.js'
import { formatCount } from '../../ui/format.js'
import { WindowHolds } from '../../ui/impact-counts.js'
import { Notice } from '../../ui/message.js'

interface SilencedAlertsProps extends HoldingWindows {
  /** The number of all active alerts that are silenced. */
  readonly silencedCount: number
}

/** Says how many active alerts are silenced, and which maintenance windows hold how many of them, and until when. */
export function SilencedAlerts({ silencedCount, ...windows }: SilencedAlertsProps) {
  if (silencedCount === 0) return null
  return (
    <Notice>
      {formatCount(silencedCount, 'active alert')} {silencedCount === 1 ? 'is' : 'are'} silenced (shelved or in
      blackout) and {silencedCount === 1 ? 'hurts' : 'hurt'} no service.
      <WindowHolds {...windows} />
    </Notice>
  )
}

/**
 * Shows the silenced alerts on a page that needs the impact for nothing else. Shows nothing if the key may not read the
 * impact.
 */
export function AllSilencedAlerts() {
  const { data, error } = useQuery(impactSummaryQuery)
  return data !== undefined && error === null && <SilencedAlerts {...data} />
}
