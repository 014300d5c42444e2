import {
  closeWhen,
  copyIfEmpty,
  defaultsWithText,
  fillFields,
  numberedPolicies,
  STATIC_AUTHORIZATION,
  setIfEmpty,
  translateSeverity,
  URL_HINT,
} from '../preset-parts.js'
import type { WebhookPreset } from '../webhook-preset.js'

export const STATUSPAGE: WebhookPreset = {
  id: 'statuspage',
  name: 'Atlassian Statuspage',
  config: {
    ...STATIC_AUTHORIZATION,
    fieldMappings: {
      resource: 'component.name',
      event: 'incident.id',
      severity: 'incident.impact',
      text: 'incident.name',
      fingerprint: 'incident.id',
      eventTime: 'meta.generated_at',
      attributes: {
        state: 'incident.status',
        update: 'incident.incident_updates[0].body',
        componentState: 'component.status',
        component: 'component.id',
        page: 'page.status_description',
        url: 'incident.shortlink',
      },
    },
    defaultValues: defaultsWithText('Statuspage', 'statuspage'),
  },
  policies: numberedPolicies(
    'Statuspage',
    fillFields(
      setIfEmpty('resource', 'statuspage'),
      setIfEmpty('event', 'component'),
      copyIfEmpty('severity', 'attributes.componentState'),
      copyIfEmpty('fingerprint', 'attributes.component'),
    ),
    // The impact stays "none" until the author of an incident names components. So "none" does not mean that there is
    // no problem.
    translateSeverity('major', {
      values: {
        none: 'major',
        maintenance: 'informational',
        under_maintenance: 'informational',
        degraded_performance: 'minor',
        partial_outage: 'major',
        major_outage: 'critical',
      },
    }),
    closeWhen('attributes.state', ['resolved', 'postmortem', 'completed']),
    closeWhen('attributes.componentState', ['operational']),
  ),
  hints: ['Subscribe to the page with the URL of this webhook.', URL_HINT],
}
