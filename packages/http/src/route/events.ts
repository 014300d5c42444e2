import { SCHEMAS, USE_CASE_SCOPES } from '@opsgraph/core'
import { z } from 'zod'
import { defineRoute } from '../pipeline/define-route.js'
import { EVENT_STREAM, eventStream } from '../wire/event.js'
import { requiredName } from '../wire/name.js'

/** Streams an event for each change as it happens (rules.md#events). */
export const followEventsRoute = defineRoute({
  id: 'followEvents',
  method: 'get',
  path: '/api/events',
  summary: 'Follow what changes, as server-sent events',
  description:
    'The answer does not end. It begins with the event `reset`: read everything that you show anew. Each further event names an object that has changed; read that object. If the connection ends, connect again. Kinds that the key may not read are left out.',
  scope: USE_CASE_SCOPES.followEvents,
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
