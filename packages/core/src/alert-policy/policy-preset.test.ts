import { expect, it } from 'vitest'
import { arrivingAlert } from '../alert/arriving-alert.js'
import { runWithoutPauses, WorkMeter } from '../work-meter.js'
import { ALERT_POLICY } from './alert-policy.js'
import { compileAlertPolicies } from './compile-alert-policies.js'
import { withPolicyPreset } from './policy-preset.js'
import { runAlertPolicies } from './run-alert-policies.js'

const KNOWN = { id: 'p', createTime: '', updateTime: '' }

it.each([
  ...['web-1', 'WEB-1', 'web-1.', 'web-1:9100', 'web-1.example.org', 'Web-1.Example.ORG.', 'WEB-1.example.org:9100'],
  ...['https://web-1.example.org/login?x=1', 'http://web-1:8080', 'https://ann:pw@WEB-1.example.org:8443/x'],
  ...['EXAMPLE\\WEB-1', 'corp.example\\web-1.example.org', 'ssh://web-1.example.org.'],
])('should read %s as web-1 in every field (rules.md#alert-policies-9)', (host) => {
  const alert = { resource: host, resourceParent: host, resourceChildren: [host, 'db-1:5432'] }
  expect(named(alert)).toEqual({ resource: 'web-1', resourceParent: 'web-1', resourceChildren: ['web-1', 'db-1'] })
})

it.each([
  ['10.0.0.7:9100', '10.0.0.7'],
  ['10.0.0.7', '10.0.0.7'],
  ['https://10.0.0.7:8443/x', '10.0.0.7'],
  ['[2001:DB8::7]:9100', '2001:db8::7'],
  ['http://[2001:db8::7]:9100/', '2001:db8::7'],
  ['2001:db8::7', '2001:db8::7'],
  ['shop/cart', 'shop/cart'],
  ['Payments of shops', 'payments of shops'],
  ['10-0-0-7.compute.internal', '10-0-0-7'],
])('should read %s as %s', (resource, expected) => {
  expect(named({ resource })).toMatchObject({ resource: expected })
})

it('should have what the caller sends in place of its own, and refuse an unknown preset', () => {
  expect(ALERT_POLICY.readNew(withPolicyPreset('hostnames', { order: 7, name: 'Hosts' }))).toMatchObject({
    ...{ order: 7, name: 'Hosts', status: 'active', webhookId: null },
  })
  expect(() => withPolicyPreset('toString', {})).toThrow('there is no preset toString; there are hostnames')
})

function named(fields: object) {
  const policy = { ...ALERT_POLICY.readNew(withPolicyPreset('hostnames', {})), ...KNOWN }
  const applied = { policies: compileAlertPolicies([policy]), webhookId: null }
  const run = runWithoutPauses(runAlertPolicies(applied, arrivingAlert(fields), new WorkMeter()))
  if ('droppedBy' in run) throw new Error('dropped')
  const { resource, resourceParent, resourceChildren } = run.alert
  return { resource, resourceParent, resourceChildren }
}
