import { LIVE_CHANGES, LIVE_KINDS } from '@opsgraph/core/pure'
import { z } from 'zod'

export const EVENT_STREAM = 'text/event-stream'

/** What the field `data` of an event has (rules.md#events-3). */
const event = z
  .object({
    kind: z.enum(LIVE_KINDS).meta({ description: 'What the object is' }),
    id: z.string().meta({
      description:
        'The id of the alert or the topology, the name of the service (`impact`), the environment (`relation`), or the name of the list (`config`)',
    }),
    change: z.enum(LIVE_CHANGES).meta({ description: 'What happened to the object' }),
    time: z.iso.datetime().meta({ description: 'When the server noticed the change' }),
  })
  .meta({ id: 'Event', description: 'Names an object that has changed' })

/** The body of the stream. JSON Schema has no word for its form: the media type says it. */
export const eventStream = z.string().meta({
  contentMediaType: EVENT_STREAM,
  contentSchema: z.toJSONSchema(event),
  description:
    'First `event: reset` with the data `{}`. Then events without a name, whose `data` is one JSON object, as `contentSchema` says. No event has an `id`',
})
