import type { Caller } from '../../access/caller.js'
import { type EventChoice, type EventRequest, readEventRequest } from '../../live/event-choice.js'
import type { Dependencies } from '../dependencies.js'

/**
 * Says which of the events that {@link lookForEvents} finds a reader gets (rules.md#events-4).
 *
 * @throws OpsgraphError `invalid` for an unknown kind, or a blank service
 */
export async function followEvents(_: Dependencies, caller: Caller, request: EventRequest): Promise<EventChoice> {
  return readEventRequest(request, caller)
}
