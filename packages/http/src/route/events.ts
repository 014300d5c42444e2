import { SCHEMAS } from '@opsgraph/core'
import { z } from 'zod'
import { defineRoute } from '../pipeline/define-route.js'
import { requiredName } from '../wire/fields.js'

const EVENT_STREAM = 'text/event-stream'

const { $schema: _, ...event } = z.toJSONSchema(SCHEMAS.liveEvent)

/** The body of the event stream. JSON Schema cannot describe its format, so only the media type names it. */
const eventStream = z.string().meta({
  contentMediaType: EVENT_STREAM,
  contentSchema: event,
  description:
    'First `event: reset` with the data `{}`, or `{"warning": "…"}` if there is no such `service` now. Then events without a name, whose `data` is one JSON object, as `contentSchema` says. No event has an `id`',
})

/** Streams an event for each change as it happens (rules.md#events). */
export const followEventsRoute = defineRoute({
  id: 'followEvents',
  method: 'get',
  path: '/api/events',
  summary: 'Follow what changes, as server-sent events',
  description:
    'The answer does not end. It begins with the event `reset`: read everything that you show anew. Each further event names an object that has changed; read that object. If the connection ends, connect again. Kinds that the key may not read are left out.',
  query: {
    kinds: z
      .string()
      .optional()
      .meta({
        examples: ['alert,impact'],
        description: `Only these kinds, separated by commas: ${SCHEMAS.liveEvent.shape.kind.options.join(', ')}. Default: all`,
      }),
    service: requiredName.optional().meta({
      description: 'Only alerts that name this service, its impact and its topology; no relations and no configuration',
    }),
  },
  responses: {
    200: {
      description: 'A stream of events. Every 15 seconds, it has a comment',
      body: eventStream,
      contentType: EVENT_STREAM,
      headers: { 'X-Accel-Buffering': '`no`: proxies pass each event on at once' },
    },
  },
  handle: async ({ caller, apiKey, query }, { opsgraph, events }) => {
    const choice = await opsgraph.followEvents(caller, query)
    const begin = await events.open({ choice, caller, apiKey })
    return { status: 200, contentType: EVENT_STREAM, headers: { 'X-Accel-Buffering': 'no' }, begin }
  },
})
