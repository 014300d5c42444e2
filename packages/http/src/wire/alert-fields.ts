import type { AlertFieldName } from '@opsgraph/core/pure'

/** What each field means that a sender may give an alert, wherever the field occurs. */
export const ALERT_FIELD_MEANINGS: Readonly<Record<AlertFieldName, string>> = {
  resource: 'The resource that has a problem, such as a host',
  event: 'The kind of problem, such as `DiskFull`',
  environment: 'The environment of the resource, such as `Production`',
  severity: 'How bad it is; `normal`, `ok` and `cleared` close the alert',
  status: 'Whether somebody still has to act; derived from the severity unless the sender gives it',
  correlate: 'Events of the same resource that this alert replaces',
  service: 'The services that the sender says are hurt',
  group: 'A group of events, such as `Network`',
  value: 'A measured value, such as `98 %`',
  text: 'A description for people',
  tags: 'Texts to find the alert by',
  attributes: 'Further values by name; `weight` sorts alerts',
  origin: 'The program that sent the alert',
  type: 'The kind of alert, such as the name of the tool',
  timeout: 'Seconds after which the alert expires unless it is received again; 0 = never',
  rawData: 'What the tool sent, as it was; any JSON',
  customer: 'The customer whom the alert concerns',
  resourceParent: 'A resource that is hurt when this one fails; stored as a relation',
  resourceChildren: 'Resources that hurt this one when they fail; stored as relations',
  createTime: 'When the problem was first reported; default: the time of reception',
  fingerprint: 'Identifies one of several things that share the alert; it closes when the last one has closed',
  eventTime: 'When the sender saw this state; an older state than the stored one is outdated',
  endTime: 'When the problem ends by itself, if the sender knows',
}
