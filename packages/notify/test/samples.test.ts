import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { writeEmail } from '../src/format/email.js'
import type { PostedFormat } from '../src/format/format.js'
import { writeJson } from '../src/format/json.js'
import { writeMattermost } from '../src/format/mattermost.js'
import { writePagerduty } from '../src/format/pagerduty.js'
import { writeSlack } from '../src/format/slack.js'
import { summarize } from '../src/format/summary.js'
import { writeTeams } from '../src/format/teams.js'
import type { Notice } from '../src/notifier.js'
import { OVER, SHOP, SILENCED } from './sample-notice.js'

const LIMITS = { line: 500, text: 500, causes: 10, steps: 10, redundancy: 10 }
const PAGE = readFileSync(new URL('../../../docs/notifications.md', import.meta.url), 'utf8')

describe('docs/notifications.md', () => {
  it.each<[string, PostedFormat]>([
    ['json', writeJson],
    ['slack', writeSlack],
    ['teams', writeTeams],
    ['mattermost', writeMattermost],
    ['pagerduty', writePagerduty],
  ])('should show what is sent in the format %s', (format, write) => {
    const secrets = format === 'pagerduty' ? ['the routing key'] : []
    const { body } = write({ notice: SHOP, secrets, now: new Date() })
    expect(JSON.parse(sampleOf(`### \`${format}\``))).toEqual(JSON.parse(body))
  })

  it('should show what the format json says about alerts that remain', () => {
    const { body } = writeJson({ notice: SILENCED, secrets: [], now: new Date() })
    expect(JSON.parse(body).data).toMatchObject(JSON.parse(sampleOf('## What "over" means')))
  })

  it('should list the words for each reason why alerts of a service remain', () => {
    const window = { id: 'w', name: 'patch db5', count: 1 }
    const [{ severity, path: _, ...alert }] = SHOP.causes as [Notice['causes'][number]]
    const remains = [
      { reason: 'lessSevere', count: 2, severity: 'warning', minSeverity: 'major' },
      { reason: 'silenced', count: 2, window },
      { reason: 'unreached', count: 1, severity, alert },
      { reason: 'excluded', count: 1, severity, alert },
      { reason: 'expired', count: 1, severity, alert, lastReceiveTime: '2026-08-13T04:00:00.000Z' },
      { reason: 'held', count: 1 },
    ] as const
    const rows = remains.map((each) => {
      const { headline, remains: sentences } = summarize({ ...OVER, remains: [each] }, LIMITS)
      return `| ${headline.replace(': Shop', '')} | \`${each.reason}\` | ${sentences[0]} |`
    })
    expect(PAGE).toContain(rows.join('\n'))
  })

  it('should show what is sent in the format email', () => {
    const { subject, text } = writeEmail(SHOP)
    expect(sampleOf('### `email`')).toBe(`Subject: ${subject}\n\n${text}`)
  })
})

// Helpers

/** The first block that this file tests, below a heading. */
function sampleOf(heading: string): string {
  const [, part = ''] = PAGE.split(`\n${heading}`)
  return /```\w+ tested=packages\/notify\/test\/samples\.test\.ts\n(.*?)```/s.exec(part)?.[1] ?? ''
}
