import { createHmac } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { GOOD, MAPPINGS, outcomeOf, TOKEN } from '../../../test/judged-delivery.js'
import { readHeaders } from './delivery-headers.js'

describe('the body of a delivery', () => {
  it('should unpack a body only after authentication, which covers the bytes as sent', () => {
    const packed = {
      body: gzipSync(JSON.stringify(GOOD)),
      sizeBytes: 70,
      headers: readHeaders(['Content-Encoding', 'gzip']),
    }
    expect(outcomeOf('', {}, packed)).toMatchObject({ case: 'success', payloadEntry: { payload: GOOD, sizeBytes: 70 } })
    expect(outcomeOf('', TOKEN, packed)).toMatchObject({
      case: 'unauthenticated',
      payloadEntry: null,
      errorEntry: { payload: null },
    })
  })

  it.each([
    [['Content-Encoding', 'zstd'], 'Content-Encoding zstd is not supported'],
    [['Content-Type', 'application/json; charset=klingon'], 'The charset klingon is not supported'],
  ])('should answer 415 to %j, with an entry in the errorHistory', (headers, message) => {
    expect(outcomeOf(GOOD, {}, { headers: readHeaders(headers) })).toMatchObject({
      case: 'unsupported',
      httpStatus: 415,
      message: expect.stringContaining(message),
      payloadEntry: null,
      errorEntry: { httpStatus: 415, payload: null },
    })
    expect(outcomeOf(GOOD, TOKEN, { headers: readHeaders(headers) }).case).toBe('unauthenticated')
  })

  it('should show the characters around a fault only in the errorHistory', () => {
    const text = `{"a": "${'x'.repeat(100)}", b: 1, "c": "${'y'.repeat(100)}"}`
    const { message, errorEntry } = outcomeOf(text)
    expect(message).toBe('Invalid JSON at line 1, column 111')
    expect(errorEntry?.message).toBe(`${message}, near ${JSON.stringify(text.slice(80, 140))}`)
  })

  it('should take the query as the payload, whatever the body is, without the API key', () => {
    const query = 'host=web-1&check=HttpDown&level=major&API-Key=k'
    expect(outcomeOf('{', { payloadFormat: 'query' }, { query })).toMatchObject({
      case: 'success',
      payloadEntry: { payload: GOOD },
    })
    expect(outcomeOf(GOOD, { payloadFormat: 'query' }).message).toBe('The query of the URL is empty')
  })

  it('should warn about truncated alerts, and texts that are not base64, in the answer and the history', () => {
    const payload = { alerts: [GOOD], truncatedAlerts: 5, data: '!' }
    const config = { arrayPath: 'alerts', base64Fields: ['data'] }
    const { warnings, payloadEntry } = outcomeOf(payload, config)
    expect(warnings).toEqual([
      'truncatedAlerts is 5: the sender left out so many alerts, which neither open nor close; set max_alerts of its webhook to 0',
      'base64Fields: data is not UTF-8 in base64, so it stays as it is',
    ])
    expect(payloadEntry?.message).toBe(warnings.join('; '))
    for (const other of [{ truncatedAlerts: 0 }, { truncatedAlerts: '5' }, { truncatedAlerts: 5, alerts: GOOD }]) {
      expect(outcomeOf({ ...GOOD, alerts: [GOOD], ...other }).warnings).toEqual([])
    }
  })

  it('should look for tests in the payload as it was sent', () => {
    const jsonFields = ['host']
    const test = { ...GOOD, host: '{"name":"x"}' }
    const byText = { testPayloads: { clauses: [{ key: 'host', op: 'CONTAINS', value: '"x"' }] } }
    const byName = { testPayloads: { clauses: [{ key: 'host.name', op: '=', value: 'x' }] } }
    expect([byText, byName].map((tests) => outcomeOf(test, { jsonFields, ...tests }).case)).toEqual([
      'test',
      'rejected',
    ])
  })

  it('should read a form, and keep the object that it was read as', () => {
    const form = { payloadFormat: 'form' }
    const payload = { host: 'web 1', check: ['a', 'b'], level: 'ok' }
    const body = 'host=web+1&check=a&check=b&level=ok'
    expect(outcomeOf(body, { ...form, fieldMappings: { ...MAPPINGS, event: 'check[0]' } })).toMatchObject({
      case: 'success',
      payloadEntry: { payload, sizeBytes: body.length },
    })
    expect(outcomeOf(body, { ...form, ...TOKEN })).toMatchObject({ httpStatus: 401, payloadEntry: { payload } })
    expect(outcomeOf(`payload=${encodeURIComponent(JSON.stringify(GOOD))}`, form).payloadEntry?.payload).toEqual(GOOD)
    expect(outcomeOf(GOOD, form)).toMatchObject({ case: 'invalidBody', payloadEntry: null })
    expect(outcomeOf(body)).toMatchObject({ case: 'invalidBody', payloadEntry: null })
  })

  it('should verify the signature of a form over its raw body', () => {
    const signed = { authMode: 'header', authHeaderScheme: 'base64', authHeaderName: 'X-Sign', authSecret: 's3cret' }
    const body = 'host=a&check=b%20c&level=major'
    const digest = (text: string) => createHmac('sha256', 's3cret').update(text).digest('base64')
    const judged = [body, 'host=a&check=b+c&level=major'].map((text) => {
      const headers = readHeaders(['X-Sign', digest(text)])
      return outcomeOf(body, { payloadFormat: 'form', ...signed }, { headers }).case
    })
    expect(judged).toEqual(['success', 'unauthenticated'])
  })
})
