import { readPayload } from '@opsgraph/core/pure'
import { describe, expect, it } from 'vitest'
import { findValue, formatBody } from './payload-text.js'

describe('bodyText', () => {
  it.each([
    [{ host: 'web 1', tag: ['a', 'b&c'] }, 'host=web+1&tag=a&tag=b%26c'],
    [{ host: 'web', failed: true }, 'payload=%7B%22host%22%3A%22web%22%2C%22failed%22%3Atrue%7D'],
    [{ tag: ['a'] }, 'payload=%7B%22tag%22%3A%5B%22a%22%5D%7D'],
    [[{ host: 'web' }], 'payload=%5B%7B%22host%22%3A%22web%22%7D%5D'],
  ])('should write %j as a form, which the server reads as the same payload', (payload, text) => {
    expect(formatBody(payload, 'form')).toBe(text)
    expect(readPayload(new TextEncoder().encode(text), 'form')).toEqual({ payload })
  })

  it('should write JSON for a webhook that receives JSON', () => {
    expect(JSON.parse(formatBody({ host: 'web' }, 'json'))).toEqual({ host: 'web' })
  })
})

it('should find values by names that contain dots, and no inherited properties', () => {
  const alert = { text: 'no', attributes: { 'app.team': 'shop', app: { stage: 2 } } }
  expect(findValue(alert, 'text')).toBe('no')
  expect(findValue(alert, 'attributes.app.team')).toBe('shop')
  expect(findValue(alert, 'attributes.app.stage')).toBe(2)
  expect(findValue(alert, 'attributes.toString')).toBeUndefined()
})
