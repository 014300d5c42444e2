import { runProgram, type Stage } from './run-program.js'
import { temporaryFile } from './temporary-files.js'

/** A webhook config that creates an alert from {@link TRIED_PAYLOAD}. */
export const TRIED_CONFIG = {
  enabled: true,
  arrayPath: 'alerts',
  fieldMappings: {
    resource: 'host',
    severity: 'level',
    value: 5,
    attributes: { 'a.b': 'labels["a.b"]', none: 'x..y' },
  },
  defaultValues: { event: 'Down', environment: 'Production', type: 'test', text: 'none', severity: 'minor' },
}
export const TRIED_PAYLOAD = { alerts: [{ host: 'web', level: 'major', labels: { 'a.b': 'eu' } }] }

/** Runs `opsgraph webhook test`. A config or payload that is neither text nor bytes is written as JSON. */
export async function tryWebhook(config: unknown, payload: unknown, flags: readonly string[] = [], stage: Stage = {}) {
  const files = [temporaryFile('c.json', content(config)), temporaryFile('p.json', content(payload))] as const
  return await runProgram(['webhook', 'test', '--config', files[0], '--payload', files[1], ...flags], stage)
}

function content(value: unknown): string | Uint8Array {
  return typeof value === 'string' || value instanceof Uint8Array ? value : JSON.stringify(value)
}
