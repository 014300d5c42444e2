import { describe, expect, it } from 'vitest'
import { choose, chooseInitially, type FileColumn, formatColumnMap, isComplete } from './column-choices.js'

const column = (name: string, facts: Partial<FileColumn> = {}): FileColumn => ({
  ...{ name, samples: [], field: '', meant: '', attribute: `attr.${name}`, isMappable: true },
  ...facts,
})
const HOSTS = [column('Resource', { meant: 'resource' }), column('Serves'), column('type', { field: 'type' })]

describe('firstChoices', () => {
  it('should be what names say, and what they probably mean if that is too little', () => {
    expect([...chooseInitially(HOSTS)]).toEqual([
      ['Resource', 'resource'],
      ['Serves', ''],
      ['type', 'type'],
    ])
    const complete = [column('resource', { field: 'resource' }), column('Parent', { meant: 'parent' })]
    expect([isComplete(HOSTS), isComplete(complete)]).toEqual([false, true])
    expect(chooseInitially(complete).get('Parent')).toBe('')
  })

  it('should give no field to two columns, and none to a column that the map cannot name', () => {
    const columns = [
      column('type', { field: 'type' }),
      column('Type', { meant: 'type' }),
      column('Parent', { meant: 'parent' }),
      column('PARENT', { meant: 'parent' }),
      column('re:source, x', { meant: 'resource', isMappable: false }),
    ]
    expect([...chooseInitially(columns).values()]).toEqual(['type', '', 'parent', '', ''])
  })
})

describe('mapOf', () => {
  it('should name only columns that stand for something else than they say', () => {
    expect(formatColumnMap(HOSTS, chooseInitially(HOSTS))).toBe('Resource:resource')
    const own = choose(chooseInitially(HOSTS), 'Serves', 'parent')
    expect(formatColumnMap(HOSTS, choose(own, 'type', 'attr.type'))).toBe(
      'Resource:resource,Serves:parent,type:attr.type',
    )
  })

  it('should say of a column that is ignored, or has lost its field, that it is ignored', () => {
    const moved = choose(chooseInitially(HOSTS), 'Serves', 'type')
    expect(formatColumnMap(HOSTS, moved)).toBe('Resource:resource,Serves:type,type:')
    expect(formatColumnMap(HOSTS, choose(chooseInitially(HOSTS), 'type', ''))).toBe('Resource:resource,type:')
    expect(formatColumnMap(HOSTS, choose(moved, 'Serves', ''))).toBe('Resource:resource,type:')
  })
})
