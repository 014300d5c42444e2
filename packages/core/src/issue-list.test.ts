import { describe, expect, it } from 'vitest'
import { IssueList } from './issue-list.js'
import { invalid } from './opsgraph-error.js'

describe('IssueList', () => {
  it('should keep the first issues, up to the limit', () => {
    const issues = new IssueList<'a'>(2)
    expect([issues.isEmpty, issues.isFull]).toEqual([true, false])
    for (const path of ['x', 'y', 'z']) issues.add('a', path, 'bad')
    expect([issues.isEmpty, issues.isFull]).toEqual([false, true])
    expect(issues.list.map(({ path }) => path)).toEqual(['x', 'y'])
  })

  it('should put a prefix before the paths of other issues', () => {
    const issues = new IssueList<'a'>()
    const subject = { kind: 'node', index: 1, id: null, field: null } as const
    issues.pushAll([{ code: 'a', path: 'nodes[1]', message: 'bad', subject }], 'topologies[3].')
    expect(issues.list).toEqual([{ code: 'a', path: 'topologies[3].nodes[1]', message: 'bad', subject }])
  })

  it('should turn a refusal into an issue, and pass other errors on', () => {
    const issues = new IssueList<'a'>()
    const refuse = () => {
      throw invalid('no name')
    }
    expect(issues.catching('a', 'x', () => 'read')).toBe('read')
    expect(issues.catching('a', 'x', refuse)).toBe(undefined)
    expect(issues.list).toEqual([{ code: 'a', path: 'x', message: 'no name' }])
    const fail = () => {
      throw new TypeError('a bug')
    }
    expect(() => issues.catching('a', 'x', fail)).toThrow(TypeError)
  })
})
