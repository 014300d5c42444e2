import { describe, expect, it } from 'vitest'
import type { Change } from './change.js'
import { changeWords } from './change-words.js'

const SERVICE = { kind: 'service', environment: null, label: 'Shop' } as const
const PRODUCTION = { kind: 'environment', environment: 'Production', label: 'Production' } as const
const EMPTY = { kind: 'environment', environment: '', label: '' } as const
const WEB = { kind: 'resource', environment: 'Production', label: 'web' } as const
const DB = { ...WEB, label: 'db' } as const
const RELATION = { kind: 'relation', environment: 'Production', resource: 'db', parent: 'web' } as const
const of = { action: 'update', service: 'shop' } as const

describe('changeWords', () => {
  it.each<[Change, string, string, string]>([
    [{ ...RELATION, action: 'create' }, 'relation', 'db has parent web, in environment Production', ''],
    [{ ...RELATION, action: 'create', environment: '' }, 'relation', 'db has parent web, in the empty environment', ''],
    [
      { ...RELATION, action: 'update', fields: ['parent', 'source'], formerParents: ['a', 'b'] },
      ...(['relation', 'db has parent web, in environment Production', 'source; instead of a, b'] as const),
    ],
    [{ kind: 'topology', ...of, fields: ['name', 'orientation'] }, 'topology', '', 'name, orientation'],
    [{ kind: 'node', ...of, node: SERVICE, fields: ['label'] }, 'node', 'service Shop', 'label'],
    [{ kind: 'node', ...of, node: EMPTY }, 'node', 'the empty environment', ''],
    [{ kind: 'node', ...of, node: WEB }, 'node', 'web in environment Production', ''],
    [
      { kind: 'edge', ...of, parentNode: SERVICE, childNode: PRODUCTION },
      ...(['edge', 'service Shop -> environment Production', ''] as const),
    ],
    [
      { kind: 'edge', ...of, parentNode: WEB, childNode: DB, fields: ['source'], formerParentNode: PRODUCTION },
      ...(['edge', 'web -> db in environment Production', 'instead of environment Production'] as const),
    ],
    [{ kind: 'weightPolicy', ...of, name: 'Night', fields: ['weight'] }, 'weight policy', 'Night', 'weight'],
    [
      { kind: 'redundancyRule', ...of, environment: '', resource: 'db', fields: ['degraded'] },
      'redundancy rule',
      'db in the empty environment',
      'degraded',
    ],
    [{ kind: 'catalogService', ...of, fields: ['icon'] }, 'catalog service', '', 'icon'],
  ])('should say %j', (change, kind, name, detail) => {
    expect(changeWords(change)).toEqual({ kind, name, detail })
  })
})
