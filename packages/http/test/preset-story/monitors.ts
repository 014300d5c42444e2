import { got, type Story } from './story.js'

function checkmk(notification_type: string, severity: string, service: string) {
  return { host: 'web-1', service, severity, notification_type, what: 'SERVICE', output: 'x' }
}

function newRelic(id: string, state: string, trigger = 'STATE_CHANGE') {
  const named = { impactedEntities: ['basket'], alertConditionNames: ['Slow'] }
  return { id, title: 'Slow', priority: 'HIGH', state, trigger, ...named }
}

function alarm(id0: string, uuid: string, fields: object = {}) {
  const named = { scope: 'SERVICE', name: 'basket', ruleName: 'slow_rule', alarmMessage: 'slow' }
  return [{ scopeId: 1, ...named, id0, id1: '', uuid, startTime: 1_795_000_000_000, tags: [], ...fields }]
}

function detected(incidentId: string, statusExtended: string, pod: string) {
  const dimensions = {
    'k8s.namespace.name': 'shop',
    'k8s.deployment.name': 'basket',
    'k8s.pod.name': pod,
  }
  return {
    severity: 'Major',
    originatingMetric: 'k8s.container.restarts',
    rule: 'Restarts',
    incidentId,
    statusExtended,
    dimensions,
  }
}

function dynatrace(ProblemID: string, State: string, ProblemTitle: string) {
  const ImpactedEntities = [{ type: 'HOST', name: 'web-9', entity: 'HOST-9' }]
  return { ProblemID, State, ProblemTitle, ProblemSeverity: 'ERROR', ImpactedEntities, Tags: '' }
}

/** Monitoring of hosts, services and applications. */
export const MONITOR_STORIES: Readonly<Record<string, Story>> = {
  'a custom notification of Checkmk about a problem that is over': {
    preset: 'checkmk',
    steps: [
      got(checkmk('PROBLEM', 'CRITICAL', 'Disk'), 'web-1 | Disk | 1'),
      got(checkmk('PROBLEM', 'WARNING', 'Load'), 'web-1 | Disk | 1', 'web-1 | Load | 1'),
      got(checkmk('ACKNOWLEDGEMENT', 'WARNING', 'Load'), 'web-1 | Disk | 1', 'web-1 | Load | 1 | ack'),
      got(checkmk('RECOVERY', 'OK', 'Disk'), 'web-1 | Load | 1 | ack'),
      got(checkmk('CUSTOM', 'CRITICAL', 'Disk'), 'web-1 | Load | 1 | ack'),
    ],
  },
  'two issues of New Relic about one entity': {
    preset: 'newrelic',
    steps: [
      got(newRelic('i1', 'ACTIVATED'), 'basket | Slow | 1'),
      got(newRelic('i2', 'ACTIVATED'), 'basket | Slow | 2'),
      got(newRelic('i2', 'ACTIVATED', 'ACKNOWLEDGED'), 'basket | Slow | 2 | ack'),
      got(newRelic('i1', 'CLOSED'), 'basket | Slow | 1 | ack'),
      got(newRelic('i2', 'DEACTIVATED')),
    ],
  },
  'an alarm of SkyWalking that is sent again': {
    preset: 'skywalking',
    steps: [
      got(alarm('1', 'u1'), 'basket | slow_rule | 1'),
      got(alarm('1', 'u2'), 'basket | slow_rule | 1'),
      got(alarm('2', 'u3'), 'basket | slow_rule | 2'),
      got(alarm('1', 'u2', { recoveryTime: 1_795_000_600_000 }), 'basket | slow_rule | 1'),
      got(alarm('2', 'u3', { recoveryTime: 1_795_000_600_000 })),
    ],
  },
  'two pods of a deployment in Splunk Observability': {
    preset: 'splunk-observability',
    steps: [
      got(detected('i1', 'anomalous', 'basket-1'), 'shop/basket | Restarts | 1'),
      got(detected('i2', 'anomalous', 'basket-2'), 'shop/basket | Restarts | 2'),
      got(detected('i1', 'manually resolved', 'basket-1'), 'shop/basket | Restarts | 1'),
      got(detected('i2', 'ok', 'basket-2')),
    ],
  },
  'an alert of Grafana OnCall without an id': {
    preset: 'grafana-oncall',
    steps: [
      got({ title: 'Disk', state: 'alerting', message: 'full' }, 'Disk | alert | 1'),
      got({ state: 'alerting', message: 'full' }, 'Disk | alert | 1', 'Grafana OnCall | alert | 1'),
      got({ title: 'Disk', state: 'ok', message: 'free' }, 'Grafana OnCall | alert | 1'),
    ],
  },
  'an alert of Grafana OnCall whose title changes': {
    preset: 'grafana-oncall',
    steps: [
      got({ alert_uid: 'vpn', title: 'VPN is slow', state: 'alerting' }, 'vpn | alert | 1'),
      got({ alert_uid: 'web', title: 'VPN is slow', state: 'alerting' }, 'vpn | alert | 1', 'web | alert | 1'),
      got({ alert_uid: 'vpn', title: 'VPN is down', state: 'alerting' }, 'vpn | alert | 1', 'web | alert | 1'),
      got({ alert_uid: 'vpn', title: 'VPN is up', state: 'ok' }, 'web | alert | 1'),
      got({ alert_uid: 'web', title: 'Web is up', state: 'ok' }),
    ],
  },
  'a problem of Dynatrace whose title changes': {
    preset: 'dynatrace',
    steps: [
      got(dynatrace('P-1', 'OPEN', 'Failure rate increase'), 'web-9 | P-1 | 1'),
      got(dynatrace('P-2', 'OPEN', 'Failure rate increase'), 'web-9 | P-1 | 1', 'web-9 | P-2 | 1'),
      got(dynatrace('P-1', 'OPEN', 'Multiple service problems'), 'web-9 | P-1 | 1', 'web-9 | P-2 | 1'),
      got(dynatrace('P-1', 'RESOLVED', 'Multiple service problems'), 'web-9 | P-2 | 1'),
      got(dynatrace('P-2', 'RESOLVED', 'Failure rate increase')),
    ],
  },
}
