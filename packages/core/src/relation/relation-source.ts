/**
 * Where a relation came from, strongest first. The order of this list is the ranking rule
 * (rules.md#relation-ranking-1).
 */
export const RELATION_SOURCES = ['manual', 'event', 'cmdb', 'topology', 'policy'] as const
export type RelationSource = (typeof RELATION_SOURCES)[number]

/** The rank of a source; 0 is strongest. Stores keep this number next to the source, so that SQL can compare it. */
export function rankOf(source: RelationSource): number {
  return RELATION_SOURCES.indexOf(source)
}

export function isRelationSource(value: unknown): value is RelationSource {
  return RELATION_SOURCES.some((source) => source === value)
}
