import type { Severity } from '@opsgraph/core'
import { visibleText } from '@opsgraph/draw'
import { Link, useLocation } from 'react-router'
import type { ResourceName } from '../api/resources.js'

/**
 * Returns the path of the page of an object, such as `/services/shop`. The segments may contain any characters, such as
 * `/`, `%` and spaces.
 */
export function buildPath(...segments: readonly string[]): string {
  return segments.map((segment) => `/${encodeURIComponent(segment)}`).join('')
}

/**
 * Returns the name of the service in the path of the page. The parameters of the router are of no use here: the router
 * decodes them twice, so the name `a%2Fb` would become `a/b`.
 */
export function useServiceInPath(): string {
  const [, , segment = ''] = useLocation().pathname.split('/')
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** Returns the path of the page of a resource. */
export function buildResourcePath({ environment, resource }: ResourceName): string {
  return `/resources?${new URLSearchParams({ environment, resource })}`
}

/** A link to the page of a resource. */
export function ResourceLink({ environment, resource }: ResourceName) {
  return <Link to={buildResourcePath({ environment, resource })}>{visibleText(resource)}</Link>
}

interface TopologyLinkProps {
  /** `null` = the service has no topology, so there is no link. */
  readonly topologyId: string | null
  /** The id of the node that is selected when the link opens the topology; `null` = no node. */
  readonly nodeId?: string | null
  readonly children: string
}

/** A link to the topology of a service. */
export function TopologyLink({ topologyId, nodeId = null, children }: TopologyLinkProps) {
  if (topologyId === null) return null
  const node = nodeId === null ? '' : `?node=${encodeURIComponent(nodeId)}`
  return <Link to={`${buildPath('topologies', topologyId)}${node}`}>{children}</Link>
}

/** A group of active statuses by which a service counts its alerts. */
type CountedStatus = 'unsilenced' | 'unacknowledged' | 'acknowledged' | 'silenced'

/** The path of the list of the active alerts that reach no service. */
export const UNREACHED_ALERTS_PATH = '/alerts?unreached=true'

/**
 * Returns the path of a list of alerts that hurt a service. The list has exactly those alerts that a service counts
 * under this status (rules.md#impact-on-services).
 *
 * @param severity lists only alerts with this severity. Do not give it if a redundancy rule lowers severities: the list
 * compares the severity of the alert itself, but the service counts the lowered severity.
 */
export function buildHurtingAlertsPath(
  service: string,
  status: CountedStatus,
  severity?: Severity | undefined,
): string {
  return buildAlertsPath({ hurts: service, status, ...(severity !== undefined && { severity }) })
}

/**
 * Returns the path of the list of exactly those alerts that a maintenance window holds (silences).
 *
 * @param service if given, only alerts that this service counts are listed
 */
export function buildHeldAlertsPath(windowId: string, service?: string): string {
  return buildAlertsPath({ ...(service !== undefined && { hurts: service }), window: windowId, status: 'blackout' })
}

/** Returns the path of the list of the alerts that match a search. */
export function buildAlertsPath(search: Readonly<Record<string, string>>): string {
  return `/alerts?${new URLSearchParams(search)}`
}
