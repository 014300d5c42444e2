import { beforeEach, describe, expect, it } from 'vitest'
import { Ledger } from './ledger.js'

let ledger: Ledger
beforeEach(() => {
  ledger = new Ledger()
})

describe('Ledger', () => {
  it('should find a write that was answered and is lost', () => {
    write('alert a', '1')
    write('alert b', '1')
    expect(settle({ 'alert b': '1' })).toEqual(['alert a is undefined, and was answered as 1; sent since: nothing'])
  })

  it('should find a write that was answered and whose value is another, be it an earlier one', () => {
    write('alert a', '1')
    write('alert a', '2')
    expect(settle({ 'alert a': '1' })).toEqual(['alert a is 1, and was answered as 2; sent since: nothing'])
    write('alert a', '3')
    expect(settle({ 'alert a': 'half of 3' })).toEqual([
      'alert a is half of 3, and was answered as 3; sent since: nothing',
    ])
  })

  it('should find what nobody has sent', () => {
    write('alert a', '1')
    expect(settle({ 'alert a': '1', 'alert b': '1' })).toEqual(['alert b is 1, and nobody sent it'])
  })

  it('should find what was deleted and is back', () => {
    write('alert a', '1')
    write('alert a', undefined)
    expect(settle({ 'alert a': '1' })).toEqual(['alert a is 1, and was answered as undefined; sent since: nothing'])
  })

  it.each([undefined, '1', '2'])('should take %s, of a write that was answered and one that was not', (found) => {
    if (found !== undefined) write('alert a', '1')
    ledger.sent('alert a', '2')
    expect(settle(found === undefined ? {} : { 'alert a': found })).toEqual([])
  })

  it('should find that a write without an answer has left something else', () => {
    write('alert a', '1')
    ledger.sent('alert a', '2')
    expect(settle({ 'alert a': '3' })).toEqual(['alert a is 3, and was answered as 1; sent since: 2'])
  })

  it('should expect of a write without an answer that it stays as it was found', () => {
    write('alert a', '1')
    ledger.sent('alert a', '2')
    expect(settle({ 'alert a': '2' })).toEqual([])
    expect(settle({ 'alert a': '1' })).toEqual(['alert a is 1, and was answered as 2; sent since: nothing'])
  })

  it('should forget what was sent before an answer', () => {
    ledger.sent('alert a', '1')
    write('alert a', '2')
    expect(settle({ 'alert a': '1' })).toEqual(['alert a is 1, and was answered as 2; sent since: nothing'])
  })

  it('should count what was answered', () => {
    write('alert a', '1')
    ledger.sent('alert a', '2')
    expect(ledger.answered).toBe(1)
  })
})

// Helpers

/** A write that is sent and answered. */
function write(key: string, value: string | undefined): void {
  ledger.sent(key, value)
  ledger.stored(key, value)
}

function settle(found: Readonly<Record<string, string>>): readonly string[] {
  return ledger.settle(new Map(Object.entries(found)))
}
