import type { AlertDraft } from '../alert/alert.js'
import { formatDuration, OWN_ORIGIN, validNamesIn } from '../alert/own-alert.js'
import { readAlert } from '../alert/read-alert.js'
import { closesAlert, isSeverity, type Severity } from '../alert/severity.js'
import { ownValue } from '../json-value.js'
import type { StoredHeartbeat } from './heartbeat.js'

/** The event of the alert about an origin whose heartbeat is overdue, as Alerta has it (rules.md#heartbeats-7). */
const FAIL = 'HeartbeatFail'
/** The attributes that are fields of the alert. */
const FIELDS = ['environment', 'severity', 'service', 'group']
const DEFAULTS = { environment: 'Production', severity: 'major', group: 'System' } as const

/** The alert about an overdue heartbeat, as it arrives. No alert policy runs on it. */
export function missedAlert(heartbeat: StoredHeartbeat): AlertDraft {
  const { origin, receiveTime, timeout } = heartbeat
  const text = `No heartbeat from ${origin} since ${receiveTime}; one is expected every ${formatDuration(timeout)}`
  return aboutOrigin(heartbeat, severityOf(heartbeat) ?? DEFAULTS.severity, text)
}

/**
 * The alert that ends the one about an overdue heartbeat, as it arrives.
 *
 * @param text why the heartbeat is no longer overdue
 */
export function missedEnd(heartbeat: StoredHeartbeat, text: string): AlertDraft {
  return aboutOrigin(heartbeat, 'ok', text)
}

/**
 * What the alert about an overdue heartbeat would not have as its attributes say. A heartbeat with such attributes is
 * accepted: if it were refused, nobody would notice when its origin falls silent.
 */
export function attributeWarnings({ attributes }: Pick<StoredHeartbeat, 'attributes'>): readonly string[] {
  const fits: Readonly<Record<string, (value: unknown) => boolean>> = {
    environment: (value) => validNamesIn(value).length === 1,
    severity: (value) => isSeverity(value) && !closesAlert(value),
    service: (value) => validNamesIn(value).length === [value].flat().length,
    group: (value) => typeof value === 'string',
  }
  return FIELDS.flatMap((name) => {
    const value = ownValue(attributes, name)
    if (value === undefined || value === null || fits[name]?.(value) === true) return []
    return [`attributes.${name} ${WRONG[name]}`]
  })
}

const WRONG: Readonly<Record<string, string>> = {
  environment: `is not one name: the alert of this origin has the environment ${DEFAULTS.environment}, or the first name`,
  severity: `is not a severity that opens an alert: the alert of this origin has the severity ${DEFAULTS.severity}`,
  service: 'is not a list of names: the alert of this origin has only those services that are names',
  group: `is not a text: the alert of this origin has the group ${DEFAULTS.group}`,
}

function severityOf({ attributes }: StoredHeartbeat): Severity | undefined {
  const severity = ownValue(attributes, 'severity')
  return isSeverity(severity) && !closesAlert(severity) ? severity : undefined
}

function aboutOrigin(heartbeat: StoredHeartbeat, severity: Severity, text: string): AlertDraft {
  const { id, origin, tags, attributes, customer } = heartbeat
  const [environment = DEFAULTS.environment] = validNamesIn(ownValue(attributes, 'environment'))
  const group = ownValue(attributes, 'group')
  return readAlert({
    ...{ environment, resource: origin, event: FAIL, severity, text, tags, customer },
    ...{
      service: validNamesIn(ownValue(attributes, 'service')),
      group: typeof group === 'string' ? group : DEFAULTS.group,
    },
    ...{ type: 'heartbeatAlert', origin: OWN_ORIGIN, timeout: 0, fingerprint: `heartbeat:${id}` },
    attributes: Object.fromEntries(Object.entries(attributes).filter(([name]) => !FIELDS.includes(name))),
  })
}
