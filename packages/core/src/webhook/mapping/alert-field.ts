import type { AlertDraft } from '../../alert/alert.js'

/**
 * Every field of an alert that a mapping or a default value may name, and whether it holds one text. The reader of
 * `POST /api/alert` judges what is in the others.
 */
const FIELDS: Readonly<Record<keyof AlertDraft, 'text' | 'other'>> = {
  resource: 'text',
  event: 'text',
  environment: 'text',
  severity: 'text',
  status: 'text',
  correlate: 'other',
  service: 'other',
  group: 'text',
  value: 'text',
  text: 'text',
  tags: 'other',
  attributes: 'other',
  origin: 'text',
  type: 'text',
  timeout: 'other',
  rawData: 'other',
  customer: 'text',
  resourceParent: 'text',
  resourceChildren: 'other',
  createTime: 'text',
}

export const ALERT_FIELDS = Object.keys(FIELDS) as readonly (keyof AlertDraft)[]

/** What an enabled webhook must fill in, by a mapping or a default value (rules.md#enabling-a-webhook-1). */
export const REQUIRED_FIELDS = ['resource', 'event', 'environment', 'type', 'text', 'severity'] as const

export function isAlertField(name: string): name is keyof AlertDraft {
  return Object.hasOwn(FIELDS, name)
}

export function isTextField(name: keyof AlertDraft): boolean {
  return FIELDS[name] === 'text'
}
