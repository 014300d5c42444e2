import { describe, expect, it } from 'vitest'
import type { SentClause } from '../../api/schemas.js'
import { changeOperator, readItems } from './clause-row.js'

const clause = (op: SentClause['op'], value: SentClause['value']): SentClause => ({ key: 'weight', op, value })

describe('withOperator', () => {
  it('should split a text into the items of a list, and join the items to a text', () => {
    const list = clause('IN', ['critical', 'major'])
    const text = changeOperator(list, '=')
    expect(text).toEqual(clause('=', 'critical, major'))
    expect(changeOperator(text, 'NOT IN')).toEqual({ ...list, op: 'NOT IN' })
    expect(changeOperator(clause('=', ''), 'IN')).toEqual(clause('IN', []))
  })

  it('should keep the items if both operators take a list', () => {
    expect(changeOperator(clause('IN', ['a,b', '', 5]), 'NOT IN')).toEqual(clause('NOT IN', ['a,b', '', 5]))
    expect(changeOperator(clause('IN', 'a, b'), 'NOT IN')).toEqual(clause('NOT IN', ['a', 'b']))
  })

  it('should make a text of a number and of a boolean', () => {
    expect(changeOperator(clause('>', 1.5), '~')).toEqual(clause('~', '1.5'))
    expect(changeOperator(clause('=', true), 'IN')).toEqual(clause('IN', ['true']))
  })
})

describe('itemsOfLines', () => {
  it('should ignore empty lines, unless the list has an empty item', () => {
    expect(readItems('a\n\nb\n', ['a', 'b'])).toEqual(['a', 'b'])
    expect(readItems('', ['a'])).toEqual([])
    expect(readItems('\na', [''])).toEqual(['', 'a'])
    expect(readItems('a\n', ['a', ''])).toEqual(['a', ''])
  })
})
