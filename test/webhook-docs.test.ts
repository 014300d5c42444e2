import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { LIMITS } from '../packages/core/src/index.js'
import { HEADER_SCHEMES } from '../packages/core/src/pure.js'

const DOCUMENT = readFileSync(new URL('../docs/webhooks.md', import.meta.url), 'utf8')

it('should describe every scheme', () => {
  for (const scheme of HEADER_SCHEMES) expect(DOCUMENT).toMatch(new RegExp(`^\\| \`${scheme}\` +\\|`, 'm'))
})

it('should state the limits', () => {
  const { webhookBody, webhookAlerts, webhookAlertText, webhookDeduplication } = LIMITS
  for (const limit of [webhookBody, webhookAlerts, webhookAlertText, webhookDeduplication, LIMITS.payloadPath]) {
    expect(DOCUMENT).toContain(limit.toLocaleString('en-US'))
  }
  const { webhookExplained, signatureWindow, webhookFields, jsonDepth, payloadPathSteps } = LIMITS
  for (const limit of [webhookExplained, signatureWindow, webhookFields, jsonDepth, payloadPathSteps]) {
    expect(DOCUMENT.split('\n## Limits\n')[1]).toMatch(new RegExp(`\\| [^|]*\\b${limit}\\b[^|]* \\|`))
  }
})
