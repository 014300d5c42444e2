import { expect, it } from 'vitest'
import { deriveSecretKeys } from '../secret/secret.js'
import { WEBHOOK_PRESETS } from './preset/all-presets.js'
import { readNewWebhook } from './read-webhook.js'
import { webhookWarnings } from './webhook-warnings.js'

const tools = {
  keys: deriveSecretKeys('of no server'),
  newId: () => 'w',
  newNonce: () => new Uint8Array(12),
  now: '2030-01-01T00:00:00.000Z',
  user: '',
}

it('should name the policy whose filters have an unknown key', () => {
  const clauses = [{ key: 'envirnoment', op: '!=', value: 'Production' }]
  const named = { name: 'p', description: '', actions: [{ drop: true }] }
  const sent = {
    policies: [
      { ...named, filters: {} },
      { ...named, filters: { clauses } },
    ],
  }
  const path = 'policies[1].filters.clauses[0].key'
  const message = `${path}: alerts have no field envirnoment; do you mean environment?`
  expect(warningsOf(sent)).toEqual([{ code: 'unknownKey', path, message }])
})

it('should not warn of the policies of any preset', () => {
  for (const { policies } of WEBHOOK_PRESETS) expect(warningsOf({ policies })).toEqual([])
})

// Helpers

function warningsOf(sent: object) {
  return webhookWarnings(sent, {}, readNewWebhook({ name: 'w', ...sent }, tools).policies)
}
