import { expect, it } from 'vitest'
import { describeImpact } from './alert-impact.js'

const OPEN = { severities: [], statuses: [], whitelist: {}, blacklist: {} }

it('should describe each condition, and say that all alerts count if there is none', () => {
  expect(describeImpact(OPEN)).toEqual(['every active alert'])
  expect(
    describeImpact({
      ...OPEN,
      severities: ['critical', 'major'],
      blacklist: { clauses: [{ key: 'resource', op: 'LIKE', value: 'test-%' }] },
    }),
  ).toEqual(['severity critical, major', 'never: resource LIKE test-%'])
  expect(
    describeImpact({
      ...OPEN,
      statuses: ['open', 'ack'],
      whitelist: { clauses: [{ key: 'environment', op: '=', value: 'Production' }] },
    }),
  ).toEqual(['status open, ack', 'only: environment = Production'])
})
