import type { Relation } from '@opsgraph/core'

const time = new Date(Date.UTC(2026, 0, 1)).toISOString()

/** Creates a relation for tests that write to the store directly. */
export function storedRelation(resource: string, parent: string, fields: Partial<Relation> = {}): Relation {
  const drawn = { environment: 'Production', resource, parent, source: 'manual', sourceRef: null } as const
  return { id: crypto.randomUUID(), ...drawn, createTime: time, updateTime: time, ...fields }
}
