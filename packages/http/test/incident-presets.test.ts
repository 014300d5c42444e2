import { tellStories } from './preset-story.js'

const [FIRST, SECOND, THIRD] = ['2026-11-20T10:00:00', '2026-11-20T10:05:00', '2026-11-20T10:10:00'] as const

tellStories({
  'two incidents of one service in PagerDuty': {
    preset: 'pagerduty',
    steps: [
      [
        pagerDuty('triggered', 'Q1', FIRST),
        [{ resource: 'Basket', service: ['Basket'], text: 'slow', severity: 'major' }],
      ],
      [pagerDuty('triggered', 'Q2', FIRST), [{ event: 'Q1' }, { event: 'Q2' }]],
      [pagerDuty('acknowledged', 'Q1', SECOND), [{ event: 'Q1', status: 'ack' }, { event: 'Q2' }]],
      [pagerDuty('priority_updated', 'Q2', SECOND, 'P1'), [{ event: 'Q1' }, { event: 'Q2', severity: 'critical' }]],
      [pagerDuty('resolved', 'Q1', THIRD), [{ event: 'Q2' }]],
      [pagerDuty('acknowledged', 'Q1', SECOND), [{ event: 'Q2' }]],
      [pagerDuty('annotated', 'Q1', THIRD), [{ event: 'Q2' }]],
      [pagerDuty('resolved', 'Q2', THIRD), []],
    ],
  },
  'an incident of PagerDuty V2 whose title is edited': {
    preset: 'pagerduty-v2',
    steps: [
      [
        pagerDuty2('trigger', 'Q1', 'slow', FIRST, 'basket/latency'),
        [{ resource: 'Basket', event: 'basket/latency', text: 'slow' }],
      ],
      [pagerDuty2('trigger', 'Q2', 'slow', FIRST, 'basket/errors'), [{}, { event: 'basket/errors' }]],
      [
        pagerDuty2('acknowledge', 'Q1', 'slow: a switch', SECOND, 'basket/latency'),
        [{ event: 'basket/latency', status: 'ack', text: 'slow: a switch' }, { event: 'basket/errors' }],
      ],
      [pagerDuty2('resolve', 'Q1', 'slow: a switch', THIRD, 'basket/latency'), [{ event: 'basket/errors' }]],
      [pagerDuty2('acknowledge', 'Q1', 'slow', SECOND, 'basket/latency'), [{ event: 'basket/errors' }]],
      [pagerDuty2('resolve', 'Q2', 'slow', THIRD, 'basket/errors'), []],
    ],
  },
  'an incident of PagerDuty V2 that a person opened, whose title is edited': {
    preset: 'pagerduty-v2',
    steps: [
      [pagerDuty2('trigger', 'Q1', 'slow', FIRST), [{ event: 'Q1', text: 'slow' }]],
      [pagerDuty2('trigger', 'Q2', 'slow', FIRST), [{ event: 'Q1' }, { event: 'Q2' }]],
      [
        pagerDuty2('escalate', 'Q1', 'slow: a switch', SECOND),
        [{ event: 'Q1', text: 'slow: a switch' }, { event: 'Q2' }],
      ],
      [pagerDuty2('resolve', 'Q1', 'slow: a switch', THIRD), [{ event: 'Q2' }]],
      [pagerDuty2('resolve', 'Q2', 'slow', SECOND), []],
    ],
  },
  'an alert of Opsgenie that is acknowledged without its details, and a second one': {
    preset: 'opsgenie',
    steps: [
      [
        opsgenie('Create', 'a1', { description: 'exit code 2', details: { environment: 'Test' } }),
        [{ resource: 'nas', event: 'backup-nas', environment: 'Staging', service: ['backup'], text: 'Backup failed' }],
      ],
      [
        opsgenie('UpdatePriority', 'a1', { priority: 'P1' }),
        [{ event: 'backup-nas', severity: 'critical', service: ['backup'], text: 'Backup failed' }],
      ],
      [opsgenie('Acknowledge', 'a1', { priority: 'P1' }), [{ event: 'backup-nas', status: 'ack' }]],
      [opsgenie('Create', 'a2', { alias: 'backup-web' }), [{ event: 'backup-nas' }, { event: 'backup-web' }]],
      [opsgenie('AddNote', 'a2', { alias: 'backup-web' }), [{}, {}]],
      [
        opsgenie('UpdateMessage', 'a2', { alias: 'backup-web', message: 'Backup is late' }),
        [{ event: 'backup-nas' }, { event: 'backup-web', text: 'Backup is late' }],
      ],
      [opsgenie('Close', 'a1', { message: 'Backup failed twice' }), [{ event: 'backup-web' }]],
      [opsgenie('Delete', 'a2', { alias: 'backup-web', message: 'Backup is late' }), []],
      [opsgenie('Create', 'a3', { alias: '', entity: '' }), [{ resource: 'Opsgenie', event: 'a3' }]],
    ],
  },
  'issues of Jira: one is done, one is deleted, one moves to another project': {
    preset: 'jira',
    steps: [
      [jira('OPS-1', '1', FIRST), [{ resource: 'OPS', event: 'OPS-1', severity: 'major' }]],
      [jira('OPS-2', '2', FIRST), [{ event: 'OPS-1' }, { event: 'OPS-2' }]],
      [jira('OPS-1', '1', SECOND, 'done'), [{ event: 'OPS-2' }]],
      [jira('OPS-1', '1', FIRST), [{ event: 'OPS-2' }]],
      [{ ...jira('OPS-2', '2', FIRST), webhookEvent: 'jira:issue_deleted', issue_event_type_name: undefined }, []],
      [jira('OPS-3', '3', FIRST), [{ event: 'OPS-3' }]],
      [jira('WEB-9', '3', SECOND, 'done'), []],
    ],
  },
  'two components of one name, and an incident, of Statuspage': {
    preset: 'statuspage',
    steps: [
      [component('c1', 'major_outage', FIRST), [{ resource: 'API', event: 'component', severity: 'critical' }]],
      [component('c2', 'partial_outage', FIRST), [{ openCount: 2 }]],
      [component('c1', 'operational', SECOND), [{ openCount: 1, severity: 'major' }]],
      [component('c1', 'major_outage', FIRST), [{ openCount: 1 }]],
      [
        statuspage('investigating', 'Slow', FIRST),
        [{ resource: 'API' }, { resource: 'statuspage', severity: 'minor' }],
      ],
      [component('c2', 'operational', SECOND), [{ resource: 'statuspage' }]],
      [
        statuspage('identified', 'Slow answers', SECOND),
        [{ resource: 'statuspage', event: 'in1', text: 'Slow answers' }],
      ],
      [statuspage('resolved', 'Slow answers in Europe', THIRD), []],
    ],
  },
  'two alerts of one rule of ThousandEyes': {
    preset: 'thousandeyes',
    steps: [
      [thousandEyes('TRIGGER', 'al1'), [{ resource: 'Shop', event: 'Loss', severity: 'critical', openCount: 1 }]],
      [thousandEyes('TRIGGER', 'al2'), [{ openCount: 2 }]],
      [thousandEyes('CLEAR', 'al1'), [{ openCount: 1 }]],
      [thousandEyes('CLEAR', 'al2'), []],
    ],
  },
})

// Helpers

function pagerDuty(change: string, id: string, time: string, priority?: string) {
  const status = change === 'resolved' ? 'resolved' : 'triggered'
  const data = { id, status, title: 'slow', service: { summary: 'Basket' }, urgency: 'high' }
  const event = { event_type: `incident.${change}`, resource_type: 'incident', occurred_at: `${time}.000Z` }
  return { event: { ...event, data: { ...data, ...(priority !== undefined && { priority: { summary: priority } }) } } }
}

function pagerDuty2(change: string, id: string, title: string, time: string, incident_key: string | null = null) {
  const incident = { id, title, incident_key, incident_number: 7, service: { name: 'Basket' }, urgency: 'high' }
  return { messages: [{ event: `incident.${change}`, created_on: `${time}Z`, incident }] }
}

function opsgenie(action: string, alertId: string, fields: object) {
  const tags = ['nightly', 'environment:Staging', 'service:backup']
  const alert = { alertId, alias: 'backup-nas', entity: 'nas', message: 'Backup failed', priority: 'P3', tags }
  return { action, alert: { ...alert, ...fields } }
}

function jira(key: string, id: string, time: string, category = 'indeterminate') {
  const status = { name: category, statusCategory: { key: category } }
  const project = { key: key.replace(/-.*/, '') }
  const fields = { project, status, priority: { id: '2' }, summary: 'Disk', updated: `${time}.287+0000` }
  return { webhookEvent: 'jira:issue_updated', issue_event_type_name: 'issue_generic', issue: { id, key, fields } }
}

function component(id: string, status: string, time: string) {
  return { meta: { generated_at: `${time}.499Z` }, component: { id, name: 'API', status } }
}

function statuspage(status: string, name: string, time: string) {
  return { meta: { generated_at: `${time}.770Z` }, incident: { id: 'in1', name, status, impact: 'minor' } }
}

function thousandEyes(change: string, alertId: string) {
  const alert = { alertId, ruleName: 'Loss', testName: 'Shop', type: 'HTTP Server', severity: 'Critical' }
  return { eventId: `e-${alertId}`, eventType: `ALERT_NOTIFICATION_${change}`, alert }
}
