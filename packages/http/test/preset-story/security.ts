import { got, type Story } from './story.js'

function scan(tag: string, severity: string, digest = 'sha256:a') {
  const report = { 'application/vnd.security.vulnerability.report; version=1.1': { severity } }
  const event_data = {
    resources: [{ digest, tag, scan_overview: report }],
    repository: { repo_full_name: 'acme/shop' },
  }
  return { type: 'SCANNING_COMPLETED', event_data }
}

function warning(name: string, owner: { readonly kind: string; readonly name: string }) {
  const involvedObject = { kind: 'Pod', namespace: 'shop', name, ownerReferences: [owner] }
  return { type: 'Warning', reason: 'BackOff', message: 'restarts', involvedObject }
}

const REPLICAS = { kind: 'ReplicaSet', name: 'basket-5dd5756b68' } as const

/** Scans, tokens and warnings. */
export const SECURITY_STORIES: Readonly<Record<string, Story>> = {
  'two tags of a repository of Harbor, one mended': {
    preset: 'harbor',
    steps: [
      got(scan('1.4', 'High'), 'acme/shop | SCANNING_COMPLETED | 1'),
      got(scan('1.5', 'Critical'), 'acme/shop | SCANNING_COMPLETED | 2'),
      got(scan('1.5', 'None', 'sha256:b'), 'acme/shop | SCANNING_COMPLETED | 1'),
      got(scan('1.4', 'None')),
    ],
  },
  'pods of a deployment, a stateful set, and none': {
    preset: 'kubernetes-events',
    steps: [
      got(warning('basket-5dd5756b68-wnj8t', REPLICAS), 'shop/basket | BackOff | 1'),
      got(warning('basket-5dd5756b68-qq4zr', REPLICAS), 'shop/basket | BackOff | 2'),
      got(warning('db-0', { kind: 'StatefulSet', name: 'db' }), 'shop/basket | BackOff | 2', 'shop/db | BackOff | 1'),
      got(
        warning('kube-proxy-node-1', { kind: 'Node', name: 'node-1' }),
        'shop/basket | BackOff | 2',
        'shop/db | BackOff | 1',
        'shop/kube-proxy-node-1 | BackOff | 1',
      ),
    ],
  },
  'tokens of Thinkst Canary and of canarytokens.org': {
    preset: 'thinkst-canary',
    steps: [
      got(
        { AlertType: 'CanarytokenIncident', Reminder: 'share on files-1', Token: 't1', IncidentHash: 'h1', Intro: 'x' },
        'share on files-1 | CanarytokenIncident | 1',
      ),
      got(
        { memo: 'key of ann', channel: 'HTTP', manage_url: 'https://canarytokens.org/m', additional_data: {} },
        'key of ann | CanarytokenIncident | 1',
        'share on files-1 | CanarytokenIncident | 1',
      ),
    ],
  },
}
