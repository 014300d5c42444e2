import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '../../../../test/run-length.js'
import { EventParser, type ParsedEvent } from './event-parser.js'

describe('EventText', () => {
  it.each<[string, readonly ParsedEvent[]]>([
    ['data: {"a":1}\n\n', [{ name: 'message', data: '{"a":1}' }]],
    ['event: reset\ndata: {}\n\n', [{ name: 'reset', data: '{}' }]],
    ['event: reset\r\ndata: {}\r\n\r\n', [{ name: 'reset', data: '{}' }]],
    ['data:1\ndata: 2\n\n', [{ name: 'message', data: '1\n2' }]],
    [': a comment\n\n', []],
    ['event: reset\n\ndata: 1\n\n', [{ name: 'message', data: '1' }]],
    ['id: 1\nretry: 5\nunknown\ndata: 1\n\n', [{ name: 'message', data: '1' }]],
    ['data: not ended\n', []],
  ])('should read %j', (text, events) => {
    expect(new EventParser().parse(text)).toEqual(events)
  })

  it('should refuse an event that is too long, also if no line ends', () => {
    const line = `data: ${'x'.repeat(1_000)}\n`
    expect(() => new EventParser().parse(line.repeat(66))).toThrow('too long')
    const text = new EventParser()
    expect(() => {
      for (let piece = 0; piece < 66; piece++) text.parse('x'.repeat(1_000))
    }).toThrow('too long')
  })

  it('should read the same events however the text is cut', () => {
    const event = fc.record({ name: fc.constantFrom('message', 'reset'), data: fc.stringMatching(/^[ -~]{0,20}$/) })
    fc.assert(
      fc.property(fc.array(event), fc.array(fc.nat(400)), fc.boolean(), (events, cuts, isWindows) => {
        const sent = events.map(({ name, data }) => `event: ${name}\n: c\ndata: ${data}\n\n`).join('')
        const text = isWindows ? sent.replaceAll('\n', '\r\n') : sent
        const ends = [...new Set([...cuts.map((cut) => Math.min(cut, text.length)), text.length])].sort((a, b) => a - b)
        const reader = new EventParser()
        expect(ends.flatMap((end, at) => reader.parse(text.slice(ends[at - 1] ?? 0, end)))).toEqual(events)
      }),
      propertyRuns(300),
    )
  })
})
