import type { LiveEvent } from './event-text.js'

type LiveChange = LiveEvent['change']

/** Approximate number of characters of an event without its id. */
const EVENT_OVERHEAD_CHARACTERS = 100

/** The events that wait for a reader that receives slowly. Several events about one object are merged into one. */
export class PendingEvents {
  readonly #events = new Map<string, LiveEvent>()
  #size = 0

  /** Approximate number of characters of all events. */
  get size(): number {
    return this.#size
  }

  add(events: readonly LiveEvent[]): void {
    for (const event of events) {
      const object = `${event.kind} ${event.id}`
      const first = this.#events.get(object)
      if (first === undefined) this.#size += object.length + EVENT_OVERHEAD_CHARACTERS
      this.#events.set(
        object,
        first === undefined ? event : { ...event, change: joinChanges(first.change, event.change) },
      )
    }
  }

  /** Removes all events, and returns them in the order in which their objects first changed. */
  take(): readonly LiveEvent[] {
    const events = [...this.#events.values()]
    this.#events.clear()
    this.#size = 0
    return events
  }
}

/**
 * Merges two changes of an object into one. If the second change is a deletion, the result is `deleted`, because the
 * reader may have read the object before both changes.
 */
export function joinChanges(first: LiveChange, second: LiveChange): LiveChange {
  if (second === 'deleted') return 'deleted'
  return first === 'created' ? 'created' : 'changed'
}
