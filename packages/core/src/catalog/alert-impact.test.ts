import { describe, expect, it } from 'vitest'
import { readAlert } from '../alert/read-alert.js'
import { createAlert } from '../alert/stored-alert.js'
import { compileImpact } from './alert-impact.js'
import { emptyCatalogService, readCatalogService } from './catalog-service.js'

const web = { key: 'resource', op: '=', value: 'web' }

describe('compileImpact', () => {
  it.each([
    ['no rule at all', {}, true],
    ['its severity listed', { severities: ['minor', 'major'] }, true],
    ['its severity not listed', { severities: ['minor'] }, false],
    ['its status listed', { statuses: ['open'] }, true],
    ['its status not listed', { statuses: ['ack'] }, false],
    ['on the whitelist', { whitelist: { clauses: [web] } }, true],
    ['not on the whitelist', { whitelist: { clauses: [{ ...web, value: 'db' }] } }, false],
    ['on the blacklist', { blacklist: { clauses: [web] } }, false],
    ['not on the blacklist', { blacklist: { clauses: [{ ...web, value: 'db' }] } }, true],
    ['on both lists', { whitelist: { clauses: [web] }, blacklist: { clauses: [web] } }, false],
    ['all but one rule met', { severities: ['major'], whitelist: { clauses: [web] }, statuses: ['ack'] }, false],
  ])('should decide whether an alert counts with %s', (_, alertImpact, counts) => {
    const service = readCatalogService({ alertImpact }, emptyCatalogService('shop'))
    expect(compileImpact(service.alertImpact)(alert())).toBe(counts)
  })
})

// Helpers

function alert() {
  const draft = readAlert({ environment: 'Production', resource: 'web', event: 'Down', severity: 'major' })
  return createAlert(draft, { now: '2026-01-01T00:00:00.000Z', newId: () => 'id', actor: 'test', source: 'origin:' })
}
