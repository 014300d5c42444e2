import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { LIMITS } from '../packages/core/src/index.js'
import { HEADER_SCHEMES, WEBHOOK_PRESETS } from '../packages/core/src/pure.js'
import type { WebhookPreset } from '../packages/core/src/webhook/preset/webhook-preset.js'
import { readSamples } from '../packages/core/test/tool-samples.js'

const DOCUMENT = readFileSync(new URL('../docs/webhooks.md', import.meta.url), 'utf8')

const INTRO = `# Presets

A [preset](webhooks.md#presets) is a ready-made webhook config for one tool, with its alert policies. The scheme and the header
say how the tool proves who it is ([schemes](webhooks.md#who-may-send)). \`opsgraph webhook presets NAME\` prints a preset, and its hints.

\`pnpm vitest run test/webhook-docs.test.ts -u\` writes this page.
`
const HEAD = '| Preset | Scheme | Header | Tool | When the problem is over, the alert |'

it('should describe every scheme', () => {
  for (const scheme of HEADER_SCHEMES) expect(DOCUMENT).toMatch(new RegExp(`^\\| \`${scheme}\` +\\|`, 'm'))
})

it('should list every preset in docs/presets.md', async () => {
  const rows = WEBHOOK_PRESETS.map((preset) => {
    const { authHeaderScheme, authHeaderName } = preset.config
    const header = authHeaderName === undefined ? '' : `\`${authHeaderName}\``
    return `| ${[`\`${preset.id}\``, `\`${authHeaderScheme}\``, header, preset.name, endOf(preset)].join(' | ')} |`
  })
  const page = [INTRO, HEAD, '| --- | --- | --- | --- | --- |', ...rows, ''].join('\n')
  await expect(page).toMatchFileSnapshot('../docs/presets.md')
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

// Helpers

/** What becomes of the alerts of a tool when a problem is over. */
function endOf({ id, config, policies }: WebhookPreset): string {
  if (readSamples(id).recovers !== false) return 'closes'
  if (config.fieldMappings.endTime !== undefined) return 'closes at the end that it sends'
  const actions = policies.flatMap((policy) => policy.actions)
  const timeout = actions.find((action) => 'set' in action && action.set === 'timeout')
  if (timeout !== undefined && 'value' in timeout) return `expires ${timeout.value} seconds after its last repetition`
  return 'stays open until somebody closes it'
}
