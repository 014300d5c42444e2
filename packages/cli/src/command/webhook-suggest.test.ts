import { readNewWebhook } from '@opsgraph/core/pure'
import { describe, expect, it } from 'vitest'
import { runProgram } from '../../test/run-program.js'
import { temporaryFile } from '../../test/temporary-files.js'

const PAYLOAD = JSON.stringify({ host: 'web-1', check: 'ping', level: 'P1', state: 'firing' })

const EVENT_IS_TEXT = /^the event is the text, which may change/

describe('opsgraph webhook suggest', () => {
  it('should print a webhook config, and note what was found', async () => {
    const { text, noted } = await runProgram(['webhook', 'suggest', temporaryFile('p.json', PAYLOAD)])
    expect(JSON.parse(text)).toMatchObject({ id: 'suggested', enabled: true, fieldMappings: { resource: 'host' } })
    expect(noted).toContain('event = check, for example "ping"')
  })

  it('should print one document, with whose policies the webhook creates an alert', async () => {
    const payload = temporaryFile('p.json', PAYLOAD)
    const document = (await runProgram(['webhook', 'suggest', payload])).text
    const tools = { now: '', newId: () => '', newNonce: () => new Uint8Array(12), keys: undefined, user: '' }
    const { config, policies } = readNewWebhook(JSON.parse(document), tools)
    expect(policies?.map(({ policy }) => policy.webhookId)).toEqual([config.id, config.id])
    const tried = ['webhook', 'test', '--config', temporaryFile('c.json', document), '--payload', payload]
    const { text, status } = await runProgram(tried)
    expect(status).toBe(0)
    expect(text).toContain('severity "P1" -> "critical"')
  })

  it('should note fields without a path, and read forms', async () => {
    const form = await runProgram(['webhook', 'suggest', '--form', temporaryFile('p.txt', 'host=a&title=Down')])
    expect(JSON.parse(form.text)).toMatchObject({ payloadFormat: 'form', fieldMappings: { event: 'title' } })
    expect(form.noted).toContain('no path was found for severity')
  })

  it('should note that a text as the event may change', async () => {
    const payload = { host: 'switch-3', message: 'Request timed out', status: 'Down' }
    const suggested = ['webhook', 'suggest', temporaryFile('p.json', JSON.stringify(payload))]
    expect((await runProgram(suggested)).noted).toContainEqual(expect.stringMatching(EVENT_IS_TEXT))
    const named = { ...payload, sensor: 'Ping' }
    const { text, noted } = await runProgram(['webhook', 'suggest', temporaryFile('n.json', JSON.stringify(named))])
    expect(JSON.parse(text)).toMatchObject({ fieldMappings: { event: 'sensor', text: 'message' } })
    expect(noted).not.toContainEqual(expect.stringMatching(EVENT_IS_TEXT))
  })

  it('should refuse a file that is no payload', async () => {
    const file = temporaryFile('p.json', '{')
    await expect(runProgram(['webhook', 'suggest', file])).rejects.toMatchObject({ name: 'StartError' })
    await expect(runProgram(['webhook', 'suggest', '-', '-'])).rejects.toMatchObject({ name: 'UsageError' })
  })
})
