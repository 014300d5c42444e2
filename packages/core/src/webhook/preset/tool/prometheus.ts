import {
  LABEL_ATTRIBUTES,
  LABEL_FIELDS,
  nameByLabels,
  RESOURCE_HINT,
  SERVICE_HINT,
  SEVERITY_HINT,
} from '../label-parts.js'
import {
  defaultsWithoutText,
  dropWhen,
  numberedPolicies,
  STATIC_AUTHORIZATION,
  translateOpenSeverity,
} from '../preset-parts.js'
import type { WebhookPreset } from '../webhook-preset.js'

/**
 * Alerts that Prometheus, vmalert, Loki and Thanos send without an Alertmanager: a list of alerts, to the URL of the
 * webhook and `/api/v2/alerts`. An alert that is not sent again ends at its `endsAt`.
 */
export const PROMETHEUS: WebhookPreset = {
  id: 'prometheus',
  name: 'Prometheus without Alertmanager',
  config: {
    ...STATIC_AUTHORIZATION,
    fieldMappings: {
      ...LABEL_FIELDS,
      group: 'labels.job',
      fingerprint: 'labels',
      attributes: { ...LABEL_ATTRIBUTES, generatorURL: 'generatorURL' },
    },
    defaultValues: defaultsWithoutText('Prometheus', 'prometheus'),
  },
  policies: numberedPolicies(
    'Prometheus',
    dropWhen('severity', ['none']),
    ...nameByLabels('Prometheus'),
    translateOpenSeverity('warning'),
  ),
  hints: [
    'In prometheus.yml, add the host of this server under alerting.alertmanagers, with path_prefix: the path of the webhook; vmalert takes the whole URL as -notifier.url. They add /api/v2/alerts themselves.',
    'authorization.credentials (vmalert: -notifier.bearerToken) is a token of your choice; the secret of this webhook is Bearer and the token.',
    RESOURCE_HINT,
    SEVERITY_HINT,
    SERVICE_HINT,
  ],
}
