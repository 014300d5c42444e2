import { describe, expect, it } from 'vitest'
import { readRelation, readRelations } from './read-relation.js'

describe('readRelation', () => {
  it('should trim names and fill in the defaults', () => {
    expect(readRelation({ resource: ' web-1 ', parent: 'db-1\n', extra: 1 })).toEqual({
      environment: '',
      resource: 'web-1',
      parent: 'db-1',
      source: 'manual',
      sourceRef: null,
    })
  })

  it.each([
    [null, 'the body must be an object'],
    [[], 'the body must be an object'],
    [{ parent: 'b' }, 'resource is required'],
    [{ resource: '  ', parent: 'b' }, 'resource is required'],
    [{ resource: 'a' }, 'parent is required'],
    [{ resource: 1, parent: 'b' }, 'resource must be a string'],
    [{ resource: 'a', parent: ' a ' }, 'parent must differ from resource'],
    [{ resource: 'a', parent: 'b', environment: {} }, 'environment must be a string'],
    [{ resource: 'a\u0000', parent: 'b' }, 'resource contains the character U+0000'],
    [{ resource: 'a', parent: '\udc00' }, 'parent contains half of a surrogate pair'],
    [{ resource: 'a', parent: 'b'.repeat(256) }, 'parent is longer than 255 characters'],
    [{ resource: 'a', parent: 'b', source: 'guess' }, 'source must be one of manual, event, cmdb, topology, policy'],
    [{ resource: 'a', parent: 'b', sourceRef: 7 }, 'sourceRef must be a string'],
    [{ resource: 'a', parent: 'b', source: 'constructor' }, 'source must be one of'],
  ])('should refuse %j: %s', (body, message) => {
    expect(() => readRelation(body)).toThrow(message)
  })

  it('should read own properties only', () => {
    expect(() => readRelation(Object.create({ resource: 'a', parent: 'b' }))).toThrow('resource is required')
    expect(() => readRelation(JSON.parse('{"__proto__": {"resource": "a", "parent": "b"}}'))).toThrow(
      'resource is required',
    )
  })
})

describe('readRelations', () => {
  it('should give items without an environment the one of the request', () => {
    const body = {
      relations: [
        { resource: 'a', parent: 'b' },
        { resource: 'a', parent: 'b', environment: '' },
        { resource: 'a', parent: 'b', environment: 'Staging' },
      ],
      environment: 'Production',
      source: 'cmdb',
      sourceRef: 'itop',
    }
    expect(readRelations(body).map((draft) => [draft.environment, draft.source, draft.sourceRef])).toEqual([
      ['Production', 'cmdb', 'itop'],
      ['', 'cmdb', 'itop'],
      ['Staging', 'cmdb', 'itop'],
    ])
  })

  it.each([
    [{}, 'relations is required'],
    [{ relations: [] }, 'relations must not be empty'],
    [{ relations: {} }, 'relations must be a list'],
    [{ relations: [{ resource: 'a', parent: 'b' }, null] }, 'relations[1] must be an object'],
    [{ relations: [{ resource: 'a', parent: 'b' }, { parent: 'b' }] }, 'relations[1].resource is required'],
    [{ relations: [{ resource: 'a', parent: 'a' }] }, 'relations[0].parent must differ from resource'],
    [{ relations: [{ resource: 'a', parent: 'b' }], source: 'x' }, 'source must be one of'],
    [{ relations: [{ resource: 'a', parent: 'b', source: 'x' }] }, 'relations[0].source must be one of'],
    [{ relations: [{ resource: 'a', parent: 'b', source: 'cmdb' }] }, 'relations[0].source must be manual'],
    [{ relations: [{ resource: 'a', parent: 'b', sourceRef: 'x' }] }, 'relations[0].sourceRef must be the sourceRef'],
    [
      { relations: Array.from({ length: 10_001 }, () => ({ resource: 'a', parent: 'b' })) },
      'relations has 10001 items',
    ],
  ])('should refuse %.60j: %s', (body, message) => {
    expect(() => readRelations(body)).toThrow(message)
  })

  it('should let items repeat the source of the request', () => {
    const origin = { source: 'cmdb', sourceRef: 'itop' }
    expect(readRelations({ relations: [{ resource: 'a', parent: 'b', ...origin }], ...origin })).toMatchObject([origin])
  })

  it('should accept 10,000 items', () => {
    const relations = Array.from({ length: 10_000 }, (_, at) => ({ resource: `r${at}`, parent: 'p' }))
    expect(readRelations({ relations })).toHaveLength(10_000)
  })
})
