import type { Caller } from '../access/caller.js'
import { normalizeName } from '../name.js'
import { invalid } from '../opsgraph-error.js'
import { truncateForMessage } from '../truncate-for-message.js'
import { type EventWithServices, LIVE_KINDS, type LiveKind, maySeeEvent } from './live-event.js'

/** The query of a request for events. */
export interface EventRequest {
  /** Names of kinds, separated by commas. Default: all kinds. */
  readonly kinds?: string | undefined
  /** The service whose events are wanted; default: all services. */
  readonly service?: string | undefined
}

/** Which events a reader gets. */
export interface EventChoice {
  /** If the keys of two choices are equal, both accept the same events. */
  readonly key: string
  /** The service whose events are accepted; `undefined` = events about any service. */
  readonly service: string | undefined
  readonly accepts: (noticed: EventWithServices) => boolean
}

/**
 * Reads a request for events. The choice accepts only events whose objects the caller may read.
 *
 * @throws OpsgraphError `invalid` if a kind is unknown, or the service is blank
 */
export function readEventRequest({ kinds, service }: EventRequest, { scopes }: Pick<Caller, 'scopes'>): EventChoice {
  const requestedKinds = kinds === undefined ? LIVE_KINDS : readKinds(kinds)
  const named = service === undefined ? undefined : normalizeName(service)
  if (named === '') throw invalid('service must not be blank')
  return {
    key: JSON.stringify([requestedKinds, named, scopes]),
    service: named,
    accepts: ({ event, services }) =>
      requestedKinds.includes(event.kind) &&
      (named === undefined || services.includes(named)) &&
      maySeeEvent(scopes, event),
  }
}

function readKinds(sent: string): readonly LiveKind[] {
  const names = sent.split(',').map((name) => name.trim())
  const unknown = names.filter((name) => !LIVE_KINDS.some((kind) => kind === name))
  if (unknown.length > 0) {
    const listed = truncateForMessage(unknown.map((name) => `'${name}'`).join(', '))
    throw invalid(`kinds: ${listed} is no kind of event; the kinds are ${LIVE_KINDS.join(', ')}, separated by commas`)
  }
  return LIVE_KINDS.filter((kind) => names.includes(kind))
}
