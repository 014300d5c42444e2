import { beforeEach, describe, expect, it } from 'vitest'
import { Ledger } from './ledger.js'

let ledger: Ledger
beforeEach(() => {
  ledger = new Ledger()
})

describe('Ledger', () => {
  it('should find a lost write that was acknowledged', () => {
    write('alert a', '1')
    write('alert b', '1')
    expect(settle({ 'alert b': '1' })).toEqual(['alert a is undefined, and was answered as 1; sent since: nothing'])
  })

  it('should find an acknowledged write with a different value, also with an earlier one', () => {
    write('alert a', '1')
    write('alert a', '2')
    expect(settle({ 'alert a': '1' })).toEqual(['alert a is 1, and was answered as 2; sent since: nothing'])
    write('alert a', '3')
    expect(settle({ 'alert a': 'half of 3' })).toEqual([
      'alert a is half of 3, and was answered as 3; sent since: nothing',
    ])
  })

  it('should find a value that was never sent', () => {
    write('alert a', '1')
    expect(settle({ 'alert a': '1', 'alert b': '1' })).toEqual(['alert b is 1, and nobody sent it'])
  })

  it('should find a deleted value that exists again', () => {
    write('alert a', '1')
    write('alert a', undefined)
    expect(settle({ 'alert a': '1' })).toEqual(['alert a is 1, and was answered as undefined; sent since: nothing'])
  })

  it.each([undefined, '1', '2'])('should accept %s after one acknowledged and one unacknowledged write', (found) => {
    if (found !== undefined) write('alert a', '1')
    ledger.sent('alert a', '2')
    expect(settle(found === undefined ? {} : { 'alert a': found })).toEqual([])
  })

  it('should find a value other than that of an unacknowledged write', () => {
    write('alert a', '1')
    ledger.sent('alert a', '2')
    expect(settle({ 'alert a': '3' })).toEqual(['alert a is 3, and was answered as 1; sent since: 2'])
  })

  it('should expect the found value of an unacknowledged write to stay', () => {
    write('alert a', '1')
    ledger.sent('alert a', '2')
    expect(settle({ 'alert a': '2' })).toEqual([])
    expect(settle({ 'alert a': '1' })).toEqual(['alert a is 1, and was answered as 2; sent since: nothing'])
  })

  it('should forget values that were sent before an acknowledged write', () => {
    ledger.sent('alert a', '1')
    write('alert a', '2')
    expect(settle({ 'alert a': '1' })).toEqual(['alert a is 1, and was answered as 2; sent since: nothing'])
  })

  it('should count acknowledged writes', () => {
    write('alert a', '1')
    ledger.sent('alert a', '2')
    expect(ledger.answered).toBe(1)
  })
})

// Helpers

/** Records in the ledger that a write is sent, and that it is acknowledged. */
function write(key: string, value: string | undefined): void {
  ledger.sent(key, value)
  ledger.stored(key, value)
}

function settle(found: Readonly<Record<string, string>>): readonly string[] {
  return ledger.settle(new Map(Object.entries(found)))
}
