import type { Caller } from '../access/caller.js'
import { normalizeName } from '../name.js'
import { invalid } from '../opsgraph-error.js'
import { truncateForMessage } from '../truncate-for-message.js'
import { LIVE_KINDS, type LiveKind, mayKnow, type NoticedEvent } from './live-event.js'

/** Which events a reader asks for. */
export interface EventRequest {
  /** Names of kinds, separated by commas. Default: all kinds. */
  readonly kinds?: string | undefined
  /** Only events about this service. Default: events about all services. */
  readonly service?: string | undefined
}

/** The events that a reader gets. */
export interface EventChoice {
  /** Equal for two choices that accept the same events. */
  readonly key: string
  /** The service that all these events are about; `undefined` = they are about any service. */
  readonly service: string | undefined
  readonly accepts: (noticed: NoticedEvent) => boolean
}

/**
 * Reads a request. Events whose objects the caller may not read are left out.
 *
 * @throws OpsgraphError `invalid`, naming the unknown kinds, or if the service is blank
 */
export function readEventRequest({ kinds, service }: EventRequest, { scopes }: Pick<Caller, 'scopes'>): EventChoice {
  const asked = kinds === undefined ? LIVE_KINDS : readKinds(kinds)
  const named = service === undefined ? undefined : normalizeName(service)
  if (named === '') throw invalid('service must not be blank')
  return {
    key: JSON.stringify([asked, named, scopes]),
    service: named,
    accepts: ({ event, services }) =>
      asked.includes(event.kind) && (named === undefined || services.includes(named)) && mayKnow(scopes, event),
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
