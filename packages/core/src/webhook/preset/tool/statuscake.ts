import { closeWhen, defaultsWithText, numberedPolicies, STATIC_AUTHORIZATION, URL_HINT } from '../preset-parts.js'
import type { WebhookPreset } from '../webhook-preset.js'

export const STATUSCAKE: WebhookPreset = {
  id: 'statuscake',
  name: 'StatusCake',
  config: {
    ...STATIC_AUTHORIZATION,
    payloadFormat: 'form',
    fieldMappings: {
      resource: 'Name',
      text: 'URL',
      fingerprint: 'URL',
      value: 'StatusCode',
      attributes: { state: 'Status', url: 'URL', tags: 'Tags', ip: 'IP' },
    },
    defaultValues: defaultsWithText('StatusCake', 'statuscake', { event: 'AppDown', severity: 'major' }),
  },
  policies: numberedPolicies('StatusCake', closeWhen('attributes.state', ['up'])),
  hints: ['In a contact group, enter the URL of this webhook as its webhook URL, with the method POST.', URL_HINT],
}
