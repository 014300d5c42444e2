import { got, gotForm, type Story } from './story.js'

function coralogix(alert_action: string, key: string) {
  const names = ['team', 'application', 'subsystem', 'severity', 'priority']
  const texts = ['ops', 'shop', 'pay', 'ERROR', 'P2']
  const fields = Array.from({ length: 41 }, (_, at) => ({ key: names[at] ?? `more${at}`, value: texts[at] ?? '' }))
  fields[30] = { key: 'timestampISO', value: '2026-11-20T11:00:00Z' }
  fields[39] = { key: 'dedupKey', value: key }
  return { alert_id: 'a1', name: 'Errors', alert_action, fields }
}

function dash0(type: string, id: string) {
  const texts = {
    'k8s.namespace.name': 'shop',
    'service.name': 'basket',
    'k8s.deployment.name': 'basket-api',
    'deployment.environment.name': 'live',
  }
  const labels = Object.entries(texts).map(([key, stringValue]) => ({ key, value: { stringValue } }))
  const times = { start: '2026-11-20T11:00:00Z', end: '2026-11-20T11:30:00Z' }
  return { type, data: { issue: { id, status: 'critical', labels, checkrules: [{ name: 'Slow' }], ...times } } }
}

function axiom(action: string, ...groups: readonly string[]) {
  const grouped = groups.length === 0 ? {} : { groupKeys: ['host'], groupValues: groups }
  return { action, event: { monitorID: 'm1', title: 'Errors', body: '7', ...grouped } }
}

function papertrail(fields: object) {
  return { saved_search: { id: 4, name: 'Kernel errors' }, ...fields }
}

function line(source_name: string) {
  return { source_name, program: 'kernel', severity: 'Error', message: 'I/O error' }
}

/** Logs: what is found in one group says nothing about the others. */
export const LOG_STORIES: Readonly<Record<string, Story>> = {
  'two groups of an alert of Coralogix': {
    preset: 'coralogix',
    steps: [
      got(coralogix('trigger', 'k1'), 'shop | Errors | 1'),
      got(coralogix('trigger', 'k2'), 'shop | Errors | 2'),
      got(coralogix('resolve', 'k1'), 'shop | Errors | 1'),
      got(coralogix('resolve', 'k2')),
    ],
  },
  'an issue of Dash0 that another one supersedes': {
    preset: 'dash0',
    steps: [
      got(dash0('alert.ongoing', 'i1'), 'shop/basket-api | Slow | 1'),
      got(dash0('alert.ongoing', 'i2'), 'shop/basket-api | Slow | 2'),
      got(dash0('alert.superseded', 'i1'), 'shop/basket-api | Slow | 1'),
      got(dash0('alert.closed', 'i2')),
    ],
  },
  'a monitor of Axiom that notifies by group': {
    preset: 'axiom',
    steps: [
      got(axiom('Open', 'web-1'), 'web-1 | m1 | 1'),
      got(axiom('Open', 'web-2'), 'web-1 | m1 | 1', 'web-2 | m1 | 1'),
      got(axiom('Closed', 'web-1'), 'web-2 | m1 | 1'),
      got(axiom('Closed', 'web-2')),
    ],
  },
  'lines that Papertrail has found, and lines that it has counted': {
    preset: 'papertrail',
    steps: [
      gotForm(papertrail({ events: [line('web-1'), line('web-1')] }), 'web-1 | Kernel errors | 1'),
      gotForm(
        papertrail({ counts: [{ source_name: 'web-2', timeseries: { '1793700000': 5 } }] }),
        'web-1 | Kernel errors | 1',
        'web-2 | Kernel errors | 1',
      ),
    ],
  },
  'a search of Splunk that is not saved': {
    preset: 'splunk',
    steps: [got({ search_name: null, owner: 'ann', result: { host: 'web-1' } }, 'web-1 | search | 1')],
  },
}
