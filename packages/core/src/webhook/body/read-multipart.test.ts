import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '../../../../../test/run-length.js'
import { LIMITS } from '../../limits.js'
import { FormFault } from './read-form.js'
import { readMultipart } from './read-multipart.js'

const END = '--XX--\r\n'

describe('readMultipart', () => {
  it('should read the fields, with every value in its order, and leave out files', () => {
    const body =
      part('a', '1') + part('b', 'x\r\n--X\r\n') + part('a', '') + part('f', 'data', '; filename="f.txt"') + END
    expect(fieldsOf(body)).toEqual({ a: ['1', ''], b: ['x\r\n--X\r\n'] })
  })

  it('should read a part in the charset that it declares, else in that of the body', () => {
    const type = '\r\nContent-Type: text/plain; charset="ISO-8859-1"'
    const body = Buffer.from(part('a', '\xfc', type) + part('b', '\xe9') + END, 'latin1')
    expect(fieldsOf(body, 'windows-1252')).toEqual({ a: ['ü'], b: ['é'] })
  })

  it('should read a body that begins with a line end, or ends without one', () => {
    expect(fieldsOf(`\r\n${part('a', '1')}--XX--`)).toEqual({ a: ['1'] })
  })

  it.each<[string, string | Buffer, string]>([
    ['has no end', part('a', '1'), 'the multipart body has no end: its last boundary is missing'],
    ['is cut off in a header', `${part('a', '1')}--XX\r\nContent-Dis`, 'the multipart body has no end'],
    ['has another boundary', '--YY\r\n\r\n\r\n--YY--', 'the multipart body does not begin with its boundary'],
    ['has 100,000 parts', part('a', '').repeat(100_000) + END, 'the body has more than 1000 parts'],
    ['has a header without end', `--XX\r\n${'x'.repeat(100_000)}`, 'the headers of a part have more than 8192 bytes'],
    ['is not in its charset', Buffer.from(`${part('a', '\xff')}${END}`, 'latin1'), 'a field is not UTF-8'],
    ['has a header that is not UTF-8', Buffer.from(`${part('\xff', '')}${END}`, 'latin1'), 'the headers of a part are'],
    [
      'has an unknown charset',
      part('a', '', '\r\nContent-Type: text/plain; charset=x') + END,
      'the charset x of a field',
    ],
  ])('should refuse a body that %s', (_, body, message) => {
    expect(() => fieldsOf(body)).toThrow(FormFault)
    expect(() => fieldsOf(body)).toThrow(message)
  })

  it.each(['', 'x'.repeat(71), 'ü', 'a\n'])('should refuse the boundary %.10j', (boundary) => {
    expect(() => readMultipart(Buffer.from('--x'), { boundary, charset: 'utf-8' })).toThrow('the boundary in')
  })

  it('should read what FormData writes, and throw nothing but a FormFault for anything else', async () => {
    const text = fc.string({ unit: 'binary' })
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(text, text), { minLength: 1 }),
        fc.nat(),
        fc.nat(255),
        async (pairs, at, byte) => {
          const form = new FormData()
          for (const [name, value] of pairs) form.append(name, value)
          const response = new Response(form)
          const boundary = response.headers.get('content-type')?.split('boundary=')[1] ?? ''
          const body = Buffer.from(await response.arrayBuffer())
          const expected = pairs.map(([, value]) => value.toWellFormed().replace(/\r\n|\r|\n/g, '\r\n'))
          const read = readMultipart(body, { boundary, charset: 'utf-8' })
          expect([...read.values()].flat().toSorted()).toEqual(expected.toSorted())
          body[at % body.length] = byte
          try {
            readMultipart(body, { boundary, charset: 'utf-8' })
          } catch (error) {
            expect(error).toBeInstanceOf(FormFault)
          }
        },
      ),
      propertyRuns(50),
    )
  })

  it('should have at most so many parts', () => {
    expect(fieldsOf(part('a', '').repeat(LIMITS.webhookParts) + END).a).toHaveLength(LIMITS.webhookParts)
  })
})

// Helpers

function part(name: string, value: string, more = ''): string {
  return `--XX\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`
}

function fieldsOf(body: string | Buffer, charset = 'utf-8') {
  return Object.fromEntries(readMultipart(Buffer.from(body as string), { boundary: 'XX', charset }))
}
