import { got, type Story } from './story.js'

function issue(action: string, id: string, status = 'unresolved') {
  const project = { slug: 'shop' }
  return { action, data: { issue: { id, shortId: `SHOP-${id}`, title: 'Null', level: 'error', status, project } } }
}

function issueAlert(id: string) {
  const url = 'https://sentry.example.org/api/0/projects/acme/shop/events/1/'
  const event = { issue_id: id, level: 'error', title: 'Null', environment: 'live', url }
  return { action: 'triggered', data: { event, triggered_rule: 'all' } }
}

function legacy(id: string, message: string) {
  const event = { metadata: { type: 'KeyError', value: message }, environment: 'live' }
  return { project_slug: 'shop', id, level: 'error', message, culprit: 'basket.add', event }
}

function problem(_id: string, resolved: boolean) {
  return { problem: { _id, app_name: 'shop', error_class: 'KeyError', message: 'no key', resolved } }
}

function fault(event: string, id: number) {
  return { event, message: '[shop/live] KeyError: no key', fault: { id, klass: 'KeyError', environment: 'live' } }
}

function alarm(event: string, id: string, name: string) {
  return { event, message: `[shop] ${name}`, alarm: { id, name } }
}

function site(event: string) {
  const site = { id: 'site-1', name: 'www' }
  return { event, message: '[shop] www', project: { name: 'shop' }, site, outage: {} }
}

function item(event_name: string, id: number, title: string) {
  const last_occurrence = { server: { host: 'web-1' }, environment: 'live' }
  return { event_name, data: { item: { id, title, level: 40, last_occurrence } } }
}

function raygun(eventType: string, id: number, fields: object) {
  const event = eventType === 'StatusChanged' || eventType === 'CommentAdded' ? 'error_activity' : 'error_notification'
  const url = `https://app.raygun.com/crashreporting/a1/errors/${id}`
  return { event, eventType, error: { url, ...fields }, application: { name: 'shop' } }
}

function group(number: number, action: string, title: string) {
  return { app: { name: 'shop' }, subject_type: 'errorgroup', subject: { id: `g${number}` }, action, title }
}

/** Errors: one of several with one name is over, titles change, and parts are missing at the end. */
export const ERROR_STORIES: Readonly<Record<string, Story>> = {
  'issues of Sentry, one resolved, and one by an alert rule on activity': {
    preset: 'sentry',
    steps: [
      got(issue('created', '1'), 'shop | SHOP-1 | 1'),
      got(issue('created', '2'), 'shop | SHOP-1 | 1', 'shop | SHOP-2 | 1'),
      got(issue('resolved', '1', 'resolved'), 'shop | SHOP-2 | 1'),
      got(issue('triggered', '2', 'resolved')),
    ],
  },
  'an issue alert of Sentry whose issue is resolved': {
    preset: 'sentry',
    steps: [got(issueAlert('7'), 'shop | 7 | 1'), got(issue('resolved', '7', 'resolved'))],
  },
  'two issues of one exception in the plugin of Sentry': {
    preset: 'sentry-legacy',
    steps: [
      got(legacy('1', 'no key a'), 'shop | KeyError | 1'),
      got(legacy('1', 'no key b'), 'shop | KeyError | 1'),
      got(legacy('2', 'no key c'), 'shop | KeyError | 2'),
    ],
  },
  'two problems of one class in Errbit': {
    preset: 'errbit',
    steps: [
      got(problem('p1', false), 'shop | KeyError | 1'),
      got(problem('p2', false), 'shop | KeyError | 2'),
      got(problem('p1', true), 'shop | KeyError | 1'),
      got(problem('p2', true)),
    ],
  },
  'faults of Honeybadger, which name their project in the message alone': {
    preset: 'honeybadger',
    steps: [
      got(fault('occurred', 1), 'shop | KeyError | 1'),
      got(fault('rate_exceeded', 2), 'shop | KeyError | 2'),
      got(fault('resolved', 1), 'shop | KeyError | 1'),
      got(fault('resolved', 2)),
    ],
  },
  'alarms of Honeybadger': {
    preset: 'honeybadger',
    steps: [
      got(alarm('alarm_alert', 'a1', 'Errors'), 'shop | Errors | 1'),
      got(alarm('alarm_alert', 'a2', 'Orders'), 'shop | Errors | 1', 'shop | Orders | 1'),
      got(alarm('alarm_ok', 'a1', 'Errors'), 'shop | Orders | 1'),
    ],
  },
  'a site of Honeybadger that is up again, and whose certificate expires': {
    preset: 'honeybadger',
    steps: [
      got(site('cert_will_expire'), 'www | cert_will_expire | 1'),
      got(site('down'), 'www | cert_will_expire | 1', 'www | uptime | 1'),
      got(site('up'), 'www | cert_will_expire | 1'),
    ],
  },
  'an item of Rollbar whose title is edited': {
    preset: 'rollbar',
    steps: [
      got(item('new_item', 1, 'Null'), 'web-1 | 1 | 1'),
      got(item('new_item', 2, 'Null'), 'web-1 | 1 | 1', 'web-1 | 2 | 1'),
      got(item('reactivated_item', 1, 'Null in the basket'), 'web-1 | 1 | 1', 'web-1 | 2 | 1'),
      got(item('resolved_item', 1, 'Null in the basket'), 'web-1 | 2 | 1'),
      got(item('resolved_item', 2, 'Null')),
    ],
  },
  'errors of Raygun with other messages, one resolved and one commented on': {
    preset: 'raygun',
    steps: [
      got(raygun('NewErrorOccurred', 1, { message: 'no order 17' }), 'shop | 1 | 1'),
      got(raygun('HourlyFollowUp', 1, { message: 'no order 18' }), 'shop | 1 | 1'),
      got(raygun('NewErrorOccurred', 2, { message: 'Null' }), 'shop | 1 | 1', 'shop | 2 | 1'),
      got(raygun('CommentAdded', 2, { comment: 'I look' }), 'shop | 1 | 1', 'shop | 2 | 1'),
      got(raygun('StatusChanged', 1, { status: 'Resolved' }), 'shop | 2 | 1'),
      got(raygun('StatusChanged', 2, { status: 'PermanentlyIgnored' })),
    ],
  },
  'error groups of Opbeat, one fixed': {
    preset: 'opbeat',
    steps: [
      got(group(3, 'regressed', 'E#3 regressed'), 'shop | E#3 | 1'),
      got(group(4, 'created', 'E#4'), 'shop | E#3 | 1', 'shop | E#4 | 1'),
      got(group(3, 'fixed', 'ann marked E#3 as fixed'), 'shop | E#4 | 1'),
    ],
  },
}
