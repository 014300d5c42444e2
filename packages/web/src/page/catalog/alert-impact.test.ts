import { expect, it } from 'vitest'
import { impactSentences } from './alert-impact.js'

const OPEN = { severities: [], statuses: [], whitelist: {}, blacklist: {} }

it('should describe each condition, and say that all alerts count if there is none', () => {
  expect(impactSentences(OPEN)).toEqual(['every active alert'])
  expect(
    impactSentences({
      ...OPEN,
      severities: ['critical', 'major'],
      blacklist: { clauses: [{ key: 'resource', op: 'LIKE', value: 'test-%' }] },
    }),
  ).toEqual(['severity critical, major', 'never: resource LIKE test-%'])
  expect(
    impactSentences({
      ...OPEN,
      statuses: ['open', 'ack'],
      whitelist: { clauses: [{ key: 'environment', op: '=', value: 'Production' }] },
    }),
  ).toEqual(['status open, ack', 'only: environment = Production'])
})
