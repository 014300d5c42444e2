import { ALERTMANAGER, GRAFANA, GRAFANA_LEGACY } from './grafana-presets.js'
import { DATADOG, GITHUB, ZABBIX } from './tool-presets.js'
import type { WebhookPreset } from './webhook-preset.js'

/** Ready configurations, one for each tool. */
export const WEBHOOK_PRESETS: readonly WebhookPreset[] = [
  ALERTMANAGER,
  GRAFANA,
  GRAFANA_LEGACY,
  GITHUB,
  ZABBIX,
  DATADOG,
]
