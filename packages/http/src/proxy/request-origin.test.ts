import { describe, expect, it } from 'vitest'
import { reachedAs } from './request-origin.js'

const PUBLIC = 'https://ops.example'

describe('reachedAs', () => {
  it.each([
    [PUBLIC, '0.0.0.0', 'http://0.0.0.0:81', PUBLIC, undefined],
    [PUBLIC, '127.0.0.1', 'http://127.0.0.1:81', PUBLIC, undefined],
    [undefined, '127.0.0.1', 'http://127.0.0.1:81', 'http://127.0.0.1:81', 'behindProxy'],
    [undefined, 'ops.example', 'http://ops.example:81', 'http://ops.example:81', 'behindProxy'],
    [undefined, '0.0.0.0', 'http://0.0.0.0:81', 'http://localhost:81', 'always'],
    [undefined, '::', 'http://[::]:81', 'http://localhost:81', 'always'],
    [undefined, '0:0:0:0:0:0:0:0', 'http://[0:0:0:0:0:0:0:0]:81', 'http://localhost:81', 'always'],
  ])('should map BASE_URL %s, HOST %s and the bound address %s to %s with followHost %s', (...row) => {
    const [baseUrl, host, listensAt, url, followHost] = row
    const reached = reachedAs({ baseUrl, host }, () => listensAt)
    expect(typeof reached.baseUrl === 'string' ? reached.baseUrl : reached.baseUrl()).toBe(url)
    expect(reached.followHost).toBe(followHost)
  })
})
