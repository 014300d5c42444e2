import { SCHEMAS } from '@opsgraph/core'
import { z } from 'zod'

export const EVENT_STREAM = 'text/event-stream'

const { $schema: _, ...event } = z.toJSONSchema(SCHEMAS.liveEvent)

/** The body of the event stream. JSON Schema cannot describe its format, so only the media type names it. */
export const eventStream = z.string().meta({
  contentMediaType: EVENT_STREAM,
  contentSchema: event,
  description:
    'First `event: reset` with the data `{}`, or `{"warning": "…"}` if there is no such `service` now. Then events without a name, whose `data` is one JSON object, as `contentSchema` says. No event has an `id`',
})
