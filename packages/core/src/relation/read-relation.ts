import { isObject, ownValue } from '../json-value.js'
import { LIMITS } from '../limits.js'
import { nameFault, normalizeName } from '../name.js'
import { invalid } from '../opsgraph-error.js'
import type { RelationDraft } from './relation.js'
import { isRelationSource, RELATION_SOURCES, type RelationSource } from './relation-source.js'

/**
 * Reads the body of one relation (api.md, POST /api/resources/relations).
 *
 * @throws OpsgraphError `invalid`, naming the field
 */
export function readRelation(body: unknown): RelationDraft {
  if (!isObject(body)) throw invalid('the body must be an object')
  return { ...readEnds(body, readEnvironment(body, '', ''), ''), ...readOrigin(body) }
}

/**
 * Reads the body of a bulk request (api.md, POST /api/resources/relations/bulk): all of it or nothing.
 *
 * @throws OpsgraphError `invalid`, naming the item's index and field
 */
export function readRelations(body: unknown): readonly RelationDraft[] {
  if (!isObject(body)) throw invalid('the body must be an object')
  const items = ownValue(body, 'relations')
  if (!Array.isArray(items)) throw invalid('relations must be a list')
  if (items.length === 0) throw invalid('relations must not be empty')
  if (items.length > LIMITS.bulkRelations) {
    throw invalid(`relations has ${items.length} items; at most ${LIMITS.bulkRelations} are allowed in one request`)
  }
  const environment = readEnvironment(body, '', '')
  const origin = readOrigin(body)
  return items.map((item: unknown, index) => {
    const at = `relations[${index}]`
    if (!isObject(item)) throw invalid(`${at} must be an object`)
    return { ...readEnds(item, readEnvironment(item, environment, `${at}.`), `${at}.`), ...origin }
  })
}

function readEnds(body: Readonly<Record<string, unknown>>, environment: string, prefix: string) {
  const resource = readRequiredName(body, 'resource', prefix)
  const parent = readRequiredName(body, 'parent', prefix)
  if (resource === parent) throw invalid(`${prefix}parent must differ from resource`)
  return { environment, resource, parent }
}

function readRequiredName(body: Readonly<Record<string, unknown>>, field: string, prefix: string): string {
  const name = readName(ownValue(body, field), `${prefix}${field}`)
  if (name === undefined || name === '') throw invalid(`${prefix}${field} is required`)
  return name
}

function readEnvironment(body: Readonly<Record<string, unknown>>, fallback: string, prefix: string): string {
  return readName(ownValue(body, 'environment'), `${prefix}environment`) ?? fallback
}

/** The normalized name; `undefined` when the value is missing. */
function readName(value: unknown, path: string): string | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'string') throw invalid(`${path} must be a string`)
  const name = normalizeName(value)
  const fault = nameFault(name)
  if (fault !== undefined) throw invalid(`${path} ${fault}`)
  return name
}

function readOrigin(body: Readonly<Record<string, unknown>>): { source: RelationSource; sourceRef: string | null } {
  const source = ownValue(body, 'source') ?? 'manual'
  if (!isRelationSource(source)) throw invalid(`source must be one of ${RELATION_SOURCES.join(', ')}`)
  const sourceRef = ownValue(body, 'sourceRef') ?? null
  if (sourceRef === null) return { source, sourceRef }
  if (typeof sourceRef !== 'string') throw invalid('sourceRef must be a string or null')
  const fault = nameFault(sourceRef)
  if (fault !== undefined) throw invalid(`sourceRef ${fault}`)
  return { source, sourceRef }
}
