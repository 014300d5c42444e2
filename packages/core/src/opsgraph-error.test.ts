import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { OpsgraphError } from './opsgraph-error.js'

class Refused extends OpsgraphError {}
class Other extends OpsgraphError {}

describe('OpsgraphError', () => {
  it('should be an instance of OpsgraphError and of Error, also as a subclass', () => {
    for (const error of [new OpsgraphError('invalid', 'x'), new Refused('invalid', 'x')]) {
      expect(error instanceof OpsgraphError).toBe(true)
      expect(error instanceof Error).toBe(true)
    }
  })

  it('should not treat other errors as instances of a subclass', () => {
    expect(new Refused('invalid', 'x') instanceof Refused).toBe(true)
    expect(new OpsgraphError('invalid', 'x') instanceof Refused).toBe(false)
    expect(new Other('invalid', 'x') instanceof Refused).toBe(false)
  })

  it.each([null, undefined, 'invalid', 7, {}, [], new Error('x'), { name: 'OpsgraphError', kind: 'invalid' }])(
    'should not treat %s as an instance',
    (value) => {
      expect((value as unknown) instanceof OpsgraphError).toBe(false)
    },
  )

  it('should not show its brand in logs or comparisons', () => {
    const error = new OpsgraphError('invalid', 'x')
    expect(inspect(error)).not.toContain('Symbol')
    expect(Object.keys(error).sort()).toEqual(['issues', 'kind', 'name'])
    expect(error).toEqual(Object.assign(new Error('x'), { name: 'OpsgraphError', kind: 'invalid', issues: [] }))
  })
})
