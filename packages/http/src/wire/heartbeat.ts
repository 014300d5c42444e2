import { type Opsgraph, SCHEMAS } from '@opsgraph/core'
import { z } from 'zod'

export type Heartbeat = Awaited<ReturnType<Opsgraph['readHeartbeatById']>>

/** A heartbeat (rules.md#heartbeats). */
export const heartbeat = z
  .strictObject({ href: z.string().meta({ format: 'uri' }), ...SCHEMAS.heartbeat.stored.shape })
  .meta({ id: 'Heartbeat', description: 'The last sign of life of an origin' })

/** Adds `href`, the URL of a heartbeat. */
export function toHeartbeat(shown: Heartbeat, baseUrl: string) {
  return { href: `${baseUrl}/api/heartbeat/${encodeURIComponent(shown.id)}`, ...shown }
}
