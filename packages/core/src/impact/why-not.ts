import { type AlertStatus, isActive } from '../alert/alert-status.js'
import { truncateForMessage } from '../truncate-for-message.js'
import type { ImpactAlert } from './impact-alert.js'
import type { Redundancy } from './service-impact.js'

/**
 * The reasons why an alert does not hurt a service (rules.md#impact-of-an-alert-6). The first five codes are for alerts
 * that do not reach the service. If several reasons apply, the one that comes first in this list is given.
 */
export const WHY_NOT_CODES = [
  ...(['otherEnvironment', 'nearName', 'noRelation', 'cut', 'noNode'] as const),
  ...(['inactive', 'silenced', 'filtered', 'held'] as const),
] as const

export interface WhyNot {
  readonly code: (typeof WHY_NOT_CODES)[number]
  /** A sentence that says what is missing, and what to do. */
  readonly message: string
}

/** The topologies that an alert does not reach. */
export interface MissedService {
  /** The service whose topology the alert does not reach; `undefined` = it reaches the topology of no service. */
  readonly service: string | undefined
}

/** The maximum number of names in a message. */
const MAX_NAMES_IN_MESSAGE = 3

export function noTopologyReason({ service }: MissedService): WhyNot {
  const message =
    service === undefined
      ? 'No topology has a node for a resource: create a topology, or name a service in the alert.'
      : `The service ${quote(service)} has no topology with a node for a resource: create one, or name the service in the alert.`
  return { code: 'noNode', message }
}

/** @param drawn the environments in which the topologies have nodes */
export function noNodeInEnvironmentReason(
  missed: MissedService,
  { environment }: ImpactAlert,
  drawn: Iterable<string>,
): WhyNot {
  const other = listNames([...drawn])
  const subject = missed.service === undefined ? 'the topologies have' : `${topologyText(missed)} has`
  return {
    code: 'otherEnvironment',
    message: `The environment of the alert is ${quote(environment)}, but ${subject} nodes only in ${other}: correct the environment of the alert, or add a node in ${quote(environment)}.`,
  }
}

/** @param drawn the other environments in which the resource has a node */
export function nodeElsewhereReason(
  missed: MissedService,
  { environment }: ImpactAlert,
  resource: string,
  drawn: Iterable<string>,
): WhyNot {
  return {
    code: 'otherEnvironment',
    message: `${quote(resource)} has a node in ${topologyText(missed)} in ${listNames([...drawn])}, but the environment of the alert is ${quote(environment)}: correct the environment of the alert, or add a node in ${quote(environment)}.`,
  }
}

/** @param leading the other environments in which an ancestor of the resource has a node */
export function ancestorNodeElsewhereReason(
  missed: MissedService,
  { environment }: ImpactAlert,
  resource: string,
  leading: readonly string[],
): WhyNot {
  return {
    code: 'otherEnvironment',
    message: `The relations of ${quote(resource)} lead to a node of ${topologyText(missed)} in ${listNames(leading)}, but the environment of the alert is ${quote(environment)}: correct the environment of the alert, or add a relation in ${quote(environment)}.`,
  }
}

/** @param near the existing name; its resource has a node, or an ancestor with a node */
export function nearNameReason(missed: MissedService, resource: string, near: string): WhyNot {
  return {
    code: 'nearName',
    message: `${quote(resource)} does not lead to a node of ${topologyText(missed)}, but the similar name ${quote(near)} does: send the alert with this name, or add a relation from ${quote(resource)} to ${quote(near)}.`,
  }
}

export function noRelationReason(missed: MissedService, { environment, resource }: ImpactAlert): WhyNot {
  return {
    code: 'noRelation',
    message: `${quote(resource)} has no parent in the resource graph of ${quote(environment)} and no node in ${topologyText(missed)}: add a relation to the resource that fails with it, or add a node.`,
  }
}

/** @param last a resource of the last level that has further parents */
export function tooManyLevelsReason(
  missed: MissedService,
  { resource }: ImpactAlert,
  last: string,
  levels: number,
): WhyNot {
  return {
    code: 'cut',
    message: `The way up from ${quote(resource)} is longer than ${levels} levels. The first ${levels} end at ${quote(last)} and have no node in ${topologyText(missed)}: add a node for one of their resources, or a relation that makes the way shorter.`,
  }
}

/** @param last the ancestors that have no parents */
export function noNodeOnPathReason(missed: MissedService, { resource }: ImpactAlert, last: readonly string[]): WhyNot {
  return {
    code: 'noNode',
    message: `The way up from ${quote(resource)} ends at ${listNames(last)}, and none of its resources has a node in ${topologyText(missed)}: add a node for one of them, or a relation to a resource that has one.`,
  }
}

export function inactiveAlertReason(status: AlertStatus): WhyNot {
  const words = isActive(status) ? 'over' : status
  return {
    code: 'inactive',
    message: `The alert is ${words}, and only active alerts hurt a service: reopen the alert if the problem is not over.`,
  }
}

export function silencedAlertReason({ status, maintenance }: ImpactAlert): WhyNot {
  const message =
    maintenance === undefined
      ? `The alert is silenced with the status ${status}: set the status open if it is to hurt the service.`
      : `The maintenance window ${quote(maintenance.name)} holds the alert: end the window if the alert is to hurt the service.`
  return { code: 'silenced', message }
}

export function filteredAlertReason(service: string, { severity, status }: ImpactAlert): WhyNot {
  return {
    code: 'filtered',
    message: `The alert impact of ${quote(service)} in the catalog leaves the alert out, which has the severity ${severity} and the status ${status}: change the alert impact if the alert is to hurt the service.`,
  }
}

/** @param rules the rules that absorb the alert */
export function absorbedAlertReason(rules: readonly Redundancy[]): WhyNot {
  const states = rules
    .slice(0, MAX_NAMES_IN_MESSAGE)
    .map(
      ({ resource, of, healthy, minHealthy }) =>
        `${quote(resource)} (${healthy} of ${of} healthy, at least ${minHealthy} needed)`,
    )
  return {
    code: 'held',
    message: `The redundancy of ${joinWithRest(states, rules.length)} holds the alert: change the rule if the alert is to hurt the service.`,
  }
}

function topologyText({ service }: MissedService): string {
  return service === undefined ? 'any topology' : `the topology of ${quote(service)}`
}

/** Lists the first few names. */
function listNames(names: readonly string[]): string {
  return joinWithRest(names.slice(0, MAX_NAMES_IN_MESSAGE).map(quote), names.length)
}

function joinWithRest(shown: readonly string[], total: number): string {
  return `${shown.join(', ')}${total > shown.length ? ` and ${total - shown.length} more` : ''}`
}

function quote(name: string): string {
  return `"${truncateForMessage(name)}"`
}
