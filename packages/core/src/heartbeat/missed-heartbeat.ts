import type { AlertDraft } from '../alert/alert.js'
import { formatDuration, OWN_ORIGIN, validNamesIn } from '../alert/own-alert.js'
import { readAlert } from '../alert/read-alert.js'
import { closesAlert, isSeverity, type Severity } from '../alert/severity.js'
import { ownValue } from '../json-value.js'
import type { StoredHeartbeat } from './heartbeat.js'

/** The event of the alert about an overdue heartbeat, the same as in Alerta (rules.md#heartbeats-7). */
const MISSED_EVENT = 'HeartbeatFail'
/** The attributes of a heartbeat that become fields of the alert. */
const FIELD_ATTRIBUTES = ['environment', 'severity', 'service', 'group']
const MISSED_ALERT_DEFAULTS = { environment: 'Production', severity: 'major', group: 'System' } as const

/** Creates the alert about an overdue heartbeat. No alert policy runs on it. */
export function missedHeartbeatAlert(heartbeat: StoredHeartbeat): AlertDraft {
  const { origin, receiveTime, timeout } = heartbeat
  const text = `No heartbeat from ${origin} since ${receiveTime}; one is expected every ${formatDuration(timeout)}`
  return createAlert(heartbeat, severityOf(heartbeat) ?? MISSED_ALERT_DEFAULTS.severity, text)
}

/**
 * Creates the alert that closes the alert about an overdue heartbeat.
 *
 * @param text why the heartbeat is no longer overdue
 */
export function endOfMissedHeartbeatAlert(heartbeat: StoredHeartbeat, text: string): AlertDraft {
  return createAlert(heartbeat, 'ok', text)
}

/**
 * Warns of attributes that cannot become fields of the alert about an overdue heartbeat. Such a heartbeat is accepted:
 * if it were refused, nobody would notice when its origin falls silent.
 */
export function attributeWarnings({ attributes }: Pick<StoredHeartbeat, 'attributes'>): readonly string[] {
  const isValid: Readonly<Record<string, (value: unknown) => boolean>> = {
    environment: (value) => validNamesIn(value).length === 1,
    severity: (value) => isSeverity(value) && !closesAlert(value),
    service: (value) => validNamesIn(value).length === [value].flat().length,
    group: (value) => typeof value === 'string',
  }
  return FIELD_ATTRIBUTES.flatMap((name) => {
    const value = ownValue(attributes, name)
    if (value === undefined || value === null || isValid[name]?.(value) === true) return []
    return [`attributes.${name} ${ATTRIBUTE_WARNINGS[name]}`]
  })
}

const ATTRIBUTE_WARNINGS: Readonly<Record<string, string>> = {
  environment: `is not one name: the alert of this origin has the environment ${MISSED_ALERT_DEFAULTS.environment}, or the first name`,
  severity: `is not a severity that opens an alert: the alert of this origin has the severity ${MISSED_ALERT_DEFAULTS.severity}`,
  service: 'is not a list of names: the alert of this origin has only those services that are names',
  group: `is not a text: the alert of this origin has the group ${MISSED_ALERT_DEFAULTS.group}`,
}

function severityOf({ attributes }: StoredHeartbeat): Severity | undefined {
  const severity = ownValue(attributes, 'severity')
  return isSeverity(severity) && !closesAlert(severity) ? severity : undefined
}

function createAlert(heartbeat: StoredHeartbeat, severity: Severity, text: string): AlertDraft {
  const { id, origin, tags, attributes, customer } = heartbeat
  const [environment = MISSED_ALERT_DEFAULTS.environment] = validNamesIn(ownValue(attributes, 'environment'))
  const group = ownValue(attributes, 'group')
  return readAlert({
    ...{ environment, resource: origin, event: MISSED_EVENT, severity, text, tags, customer },
    ...{
      service: validNamesIn(ownValue(attributes, 'service')),
      group: typeof group === 'string' ? group : MISSED_ALERT_DEFAULTS.group,
    },
    ...{ type: 'heartbeatAlert', origin: OWN_ORIGIN, timeout: 0, fingerprint: `heartbeat:${id}` },
    attributes: Object.fromEntries(Object.entries(attributes).filter(([name]) => !FIELD_ATTRIBUTES.includes(name))),
  })
}
