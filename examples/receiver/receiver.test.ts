import type { AddressInfo } from 'node:net'
import { createNotifier } from '@opsgraph/notify'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SHOP } from '../../packages/notify/test/sample-notice.js'
import { createReceiver } from './receiver.mjs'

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const taken: unknown[] = []
const receiver = createReceiver(SECRET, (message: unknown) => taken.push(message))
let url = ''

beforeAll(async () => {
  await new Promise<void>((resolve) => {
    receiver.listen(0, '127.0.0.1', resolve)
  })
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
})
afterAll(() => receiver.close())

describe('the receiver', () => {
  it('should take a message of opsgraph', async () => {
    expect(await send([SECRET])).toMatchObject({ delivered: true, status: 204 })
    expect(taken).toEqual([
      expect.objectContaining({ type: 'impact.changed', data: expect.objectContaining({ service: 'shop' }) }),
    ])
  })

  it('should refuse a message with another signature, and one that was sent long ago', async () => {
    taken.length = 0
    expect(await send(['whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'])).toMatchObject({ delivered: false, status: 401 })
    const old = new Date(Date.now() - 600_000)
    const headers = {
      'webhook-id': 'm1',
      'webhook-timestamp': String(Math.floor(old.getTime() / 1_000)),
      'webhook-signature': new Webhook(SECRET).sign('m1', old, '{}'),
    }
    expect((await fetch(url, { method: 'POST', headers, body: '{}' })).status).toBe(401)
    expect((await fetch(url, { method: 'POST', body: '{}' })).status).toBe(401)
    expect(taken).toEqual([])
  })
})

// Helpers

async function send(secrets: readonly string[]) {
  const notifier = createNotifier({ allow: ['127.0.0.1'], version: '1' })
  return await notifier.send({ format: 'json', url, secrets, notice: SHOP })
}
