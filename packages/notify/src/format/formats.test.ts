import { Ajv } from 'ajv'
import fc from 'fast-check'
import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '../../../../test/run-length.js'
import {
  JSON_SCHEMA,
  MATTERMOST_SCHEMA,
  PAGERDUTY_SCHEMA,
  SLACK_SCHEMA,
  TEAMS_SCHEMA,
} from '../../test/receiver-schemas.js'
import { ACKNOWLEDGED, ALERT, anyNotice, OVER, SHOP, SILENCED, TEST } from '../../test/sample-notice.js'
import type { PostedFormat } from './format.js'
import { writeJson } from './json.js'
import { writeMattermost } from './mattermost.js'
import { writePagerduty } from './pagerduty.js'
import { writeSlack } from './slack.js'
import { writeTeams } from './teams.js'

const FORMATS: readonly (readonly [string, PostedFormat, object, number])[] = [
  ['json', writeJson, JSON_SCHEMA, 512 * 1024],
  ['slack', writeSlack, SLACK_SCHEMA, 200 * 1024],
  ['teams', writeTeams, TEAMS_SCHEMA, 28 * 1024],
  ['mattermost', writeMattermost, MATTERMOST_SCHEMA, 50_000],
  ['pagerduty', writePagerduty, PAGERDUTY_SCHEMA, 512_000],
]

describe.each(FORMATS)('a message in the format %s', (_name, write, schema, bytes) => {
  it('should have the shape and the size that the receiver accepts, whatever alerts say', () => {
    const validate = new Ajv({ allErrors: true, strictTypes: false, allowUnionTypes: true }).compile(schema)
    fc.assert(
      fc.property(anyNotice(), (notice) => {
        const body = bodyOf(write, notice)
        expect(Buffer.byteLength(body)).toBeLessThanOrEqual(bytes)
        validate(JSON.parse(body))
        expect(validate.errors ?? []).toEqual([])
      }),
      propertyRuns(200),
    )
  })

  it('should say what is the matter, why, and where to look', () => {
    const body = bodyOf(write, SHOP)
    for (const part of ['critical', 'major', 'DiskFull', 'db-1', 'orders-db', 'shop-api', 'shop-web', 'Team Shop']) {
      expect(body).toContain(part)
    }
    expect(body).toContain('https://wiki.example.org/shop')
    expect(body).toContain('https://opsgraph.example.org/#/services/shop')
  })

  it('should take an alert with a text of 1 MB', () => {
    const alert = { ...ALERT, text: '🙂 & <b> `'.repeat(100_000) }
    expect(Buffer.byteLength(bodyOf(write, alert))).toBeLessThanOrEqual(bytes)
  })

  it('should read as a test if it is one', () => {
    expect(bodyOf(write, TEST)).toMatch(/[Tt]est/)
    expect(bodyOf(write, SHOP)).not.toMatch(/[Tt]est/)
  })
})

describe('writeJson', () => {
  it('should be signed with each secret, so that Standard Webhooks verify it while secrets rotate', () => {
    const { headers, body } = writeJson({ notice: SHOP, secrets: [SECRET, OLDER], now: new Date() })
    expect(new Webhook(SECRET).verify(body, headers)).toEqual(JSON.parse(body))
    expect(new Webhook(OLDER).verify(body, headers)).toEqual(JSON.parse(body))
    expect(() => new Webhook(OTHER).verify(body, headers)).toThrow('No matching signature found')
    expect(() => new Webhook(SECRET).verify(`${body} `, headers)).toThrow('No matching signature found')
  })

  it('should have the id of the message and the time of the try in its headers', () => {
    const { headers } = writeJson({ notice: SHOP, secrets: [SECRET], now: new Date('2026-08-14T03:13:00.900Z') })
    expect(headers).toMatchObject({ 'webhook-id': SHOP.id, 'webhook-timestamp': '1786677180' })
  })

  it('should name a service or an alert, and a test', () => {
    const [shop, alert, test] = [SHOP, ALERT, TEST].map((notice) => JSON.parse(bodyOf(writeJson, notice)))
    expect(shop).toMatchObject({ type: 'impact.changed', timestamp: SHOP.time, data: { service: 'shop' } })
    expect(alert).toMatchObject({ type: 'alert.changed', data: { alertId: ALERT.object } })
    expect(test).toMatchObject({ type: 'subscription.test', data: { kind: 'test' } })
  })

  it('should say what remains of a state that is over, and whether the object is no longer reported', () => {
    const left = { ...OVER, isLeft: true } as const
    const [over, silenced, gone] = [OVER, SILENCED, left].map((notice) => JSON.parse(bodyOf(writeJson, notice)).data)
    expect([over.remains, silenced]).toEqual([undefined, { ...over, remains: SILENCED.remains }])
    expect(gone).toEqual({ ...over, noLongerTold: true })
  })

  it('should say that a message repeats what was delivered', () => {
    const [once, again] = [false, true].map((repeat) => JSON.parse(bodyOf(writeJson, { ...SHOP, repeat })).data)
    expect(again).toEqual({ ...once, repeat: true })
    expect(once).not.toHaveProperty('repeat')
  })

  it('should keep a long path whole while the message is small, and otherwise its ends', () => {
    const path = Array.from({ length: 3_000 }, (_, index) => `node-${index}`)
    const causes = SHOP.causes.map((cause) => ({ ...cause, path }))
    expect(JSON.parse(bodyOf(writeJson, { ...SHOP, causes })).data.causes[0].path).toEqual(path)
    const long = causes.map((cause) => ({ ...cause, path: path.map((name) => name.repeat(30)) }))
    const kept: string[] = JSON.parse(bodyOf(writeJson, { ...SHOP, causes: long })).data.causes[0].path
    expect(kept).toHaveLength(100)
    expect([kept[0], kept[50], kept[99]]).toEqual(['node-0'.repeat(30), '…', 'node-2999'.repeat(30)])
  })
})

describe('writeSlack', () => {
  it('should contain no mention, link or formatting of what alerts say', () => {
    fc.assert(
      fc.property(anyNotice(), (notice) => {
        const { text, blocks } = JSON.parse(bodyOf(writeSlack, notice))
        const texts: { type: string; text: string }[] = blocks.flatMap(
          (block: { text: object; elements: object[] }) => [
            ...(block.text ? [block.text] : []),
            ...(block.elements ?? []),
          ],
        )
        for (const plain of texts.filter(({ type }) => type === 'plain_text')) expect(plain.text).not.toMatch(/[<>]/)
        for (const markup of texts.filter(({ type }) => type === 'mrkdwn')) {
          expect(markup.text).toMatch(/^<https?:[^<>|\s]*[|](Open in opsgraph|Runbook)>$/)
        }
        expect(text).not.toMatch(/[<>]/)
      }),
      propertyRuns(200),
    )
  })

  it('should say what remains instead of showing it as good', () => {
    const { text, blocks } = JSON.parse(bodyOf(writeSlack, SILENCED))
    const sentence = '2 alerts are silenced, 1 of them by the maintenance window patch db-1.'
    expect(text).toBe(`🔵 silenced: Shop; ${sentence}`)
    expect(blocks[1].text.text).toBe(
      `It no longer counts for this subscription. It was critical.\n${sentence}\nOwner: Team Shop`,
    )
  })

  it('should escape the three characters that Slack asks for, and cut between them', () => {
    const notice = { ...ALERT, title: '&<>'.repeat(85) }
    const [header] = JSON.parse(bodyOf(writeSlack, notice)).blocks
    expect(header.text.text).toMatch(/^🔴 critical: (&amp;&lt;&gt;)+(&amp;)?(&lt;)?…$/)
  })
})

describe('writeTeams', () => {
  it('should show as much as fits', () => {
    const causes = Array.from({ length: 10 }, (_, index) => ({
      ...SHOP.causes[0],
      event: `${index}${'漢'.repeat(250)}`,
    }))
    const body = bodyOf(writeTeams, { ...SHOP, causes } as typeof SHOP)
    for (const { event } of causes) expect(body).toContain(event.slice(0, 50))
  })
})

describe('writeMattermost', () => {
  it('should mention nobody, and contain only its own links, whatever alerts say', () => {
    fc.assert(
      fc.property(anyNotice(), (notice) => {
        const [{ title, fallback, footer, text }] = JSON.parse(bodyOf(writeMattermost, notice)).attachments
        for (const shown of [title, fallback, footer]) expect(shown).not.toMatch(/@\w|\](?!\u200b)/)
        const outsideOfCode = text.replace(/```\n[^`]*\n```/g, '').replace(/`[^`\n]*`/g, '')
        expect(outsideOfCode.replace(/\]\(https?:[^()\s]*\)/g, ']')).not.toMatch(/[@`]/)
        const links = outsideOfCode.match(/\[[^\]]*\]/g) ?? []
        for (const link of links) expect(['[Open in opsgraph]', '[Runbook]']).toContain(link)
      }),
      propertyRuns(200),
    )
  })
})

describe('writePagerduty', () => {
  it('should trigger, acknowledge and resolve one incident of a service', () => {
    const events = [SHOP, ACKNOWLEDGED, OVER].map((notice) => JSON.parse(bodyOf(writePagerduty, notice)))
    expect(events.map(({ event_action }) => event_action)).toEqual(['trigger', 'acknowledge', 'resolve'])
    expect(new Set(events.map(({ dedup_key }) => dedup_key))).toEqual(new Set(['impact:shop']))
    expect(events.map(({ routing_key }) => routing_key)).toEqual([SECRET, SECRET, SECRET])
  })

  it('should resolve the incident with a summary if something remains, which is not over', () => {
    const { event_action, payload } = JSON.parse(bodyOf(writePagerduty, SILENCED))
    expect(event_action).toBe('resolve')
    expect(payload.summary).toMatch(/^silenced: Shop; 2 alerts are silenced/)
    expect(JSON.parse(bodyOf(writePagerduty, OVER))).not.toHaveProperty('payload')
  })

  it.each([
    ['security', 'critical'],
    ['critical', 'critical'],
    ['major', 'error'],
    ['minor', 'warning'],
    ['warning', 'warning'],
    ['indeterminate', 'info'],
    ['informational', 'info'],
  ] as const)('should map the severity %s to %s', (to, severity) => {
    expect(JSON.parse(bodyOf(writePagerduty, { ...SHOP, to })).payload.severity).toBe(severity)
  })

  it('should keep kinds and objects apart, also if their names are long', () => {
    const long = '漢'.repeat(254)
    const notices = [
      { ...SHOP, object: 'x' },
      { ...ALERT, object: 'x' },
      { ...ALERT, kind: 'unreached', object: 'x' } as const,
      { ...SHOP, object: `${long}a` },
      { ...SHOP, object: `${long}b` },
    ]
    const keys = notices.map((notice) => JSON.parse(bodyOf(writePagerduty, notice)).dedup_key)
    expect(new Set(keys).size).toBe(notices.length)
  })

  it('should wake nobody for a test: its severity is info, and its incident is that of the subscription', () => {
    const { payload, dedup_key } = JSON.parse(bodyOf(writePagerduty, TEST))
    expect([payload.severity, dedup_key]).toEqual(['info', `test:${TEST.subscription.id}`])
  })
})

// Helpers

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const OLDER = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'
const OTHER = 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'

function bodyOf(write: PostedFormat, notice: typeof SHOP): string {
  return write({ notice, secrets: [SECRET], now: new Date() }).body
}
