import { z } from 'zod'
import { grantsScope, IMPACT_SCOPES, type Scope } from '../access/scope.js'
import { CONFIG_KINDS, isConfigList } from '../list-columns.js'
import { define, STORED_TIME } from '../schema/field.js'

/** The kinds of objects that events are about (rules.md#events). */
export const LIVE_KINDS = ['alert', 'impact', 'topology', 'relation', 'config'] as const
export type LiveKind = (typeof LIVE_KINDS)[number]

/** What happened to the object of an event (rules.md#events-3). */
const LIVE_CHANGES = ['created', 'changed', 'deleted'] as const
export type LiveChange = (typeof LIVE_CHANGES)[number]

/** Says which object has changed, but not its new content: a reader reads the object again. */
export const LIVE_EVENT = /* @__PURE__ */ define(() =>
  z
    .object({
      kind: z.enum(LIVE_KINDS).meta({ description: 'What the object is' }),
      id: z.string().meta({
        description:
          'The id of the alert or the topology, the name of the service (`impact`), the environment (`relation`), or the name of the list (`config`)',
      }),
      change: z.enum(LIVE_CHANGES).meta({ description: 'What happened to the object' }),
      time: STORED_TIME.meta({ description: 'When the server noticed the change' }),
    })
    .meta({ description: 'Names an object that has changed' }),
)
export type LiveEvent = Readonly<z.output<typeof LIVE_EVENT>>

/** An event, and the services that its object is about. */
export interface EventWithServices {
  readonly event: LiveEvent
  /** The services that the event concerns; empty for relations and lists of the configuration. */
  readonly services: readonly string[]
}

const SCOPES: Readonly<Record<Exclude<LiveKind, 'config'>, readonly Scope[]>> = {
  alert: ['read:alerts'],
  impact: IMPACT_SCOPES,
  topology: ['read:service_topologies'],
  relation: ['read:service_topologies'],
}

/** Whether an API key with these scopes may read the object of an event, and so may get the event. */
export function maySeeEvent(held: readonly Scope[], { kind, id }: Pick<LiveEvent, 'kind' | 'id'>): boolean {
  if (kind === 'config') return isConfigList(id) && grantsScope(held, CONFIG_KINDS[id].scope)
  return SCOPES[kind].every((needed) => grantsScope(held, needed))
}
