import { describe, expect, it } from 'vitest'
import { OPEN_IMPACT, plainCatalogService, readCatalogService } from './catalog-service.js'

const plain = plainCatalogService('shop')
const onlyShop = { operator: 'AND', clauses: [{ key: 'service', op: '=', value: 'shop' }] }

describe('readCatalogService', () => {
  it('should fill in the defaults of a new entry', () => {
    const alertImpact = { severities: [], statuses: [], whitelist: noClause(), blacklist: noClause() }
    expect(readCatalogService({}, plain)).toEqual({
      serviceId: 'shop',
      name: 'shop',
      description: '',
      icon: 'server',
      alertImpact,
    })
  })

  it('should change the sent fields and keep the others, inside alertImpact too', () => {
    const before = readCatalogService(
      { name: ' Web shop ', icon: 'cart', alertImpact: { severities: ['major', 'major'], blacklist: onlyShop } },
      plain,
    )
    expect(before).toEqual({
      ...plain,
      name: 'Web shop',
      icon: 'cart',
      alertImpact: { ...OPEN_IMPACT, severities: ['major'], blacklist: onlyShop },
    })
    const after = readCatalogService({ description: 'Sells', alertImpact: { statuses: ['open'] } }, before)
    expect(after).toEqual({
      ...before,
      description: 'Sells',
      alertImpact: { ...before.alertImpact, statuses: ['open'] },
    })
    expect(readCatalogService({ alertImpact: { severities: [], blacklist: {} } }, after).alertImpact).toEqual({
      ...OPEN_IMPACT,
      statuses: ['open'],
    })
  })

  it('should change nothing when its own result is sent back', () => {
    expect(readCatalogService(JSON.parse(JSON.stringify(plain)), plain)).toEqual(plain)
  })

  it.each([
    [[], 'the body must be an object'],
    [{ serviceId: 'cart' }, 'serviceId must be the same as in the path'],
    [{ name: ' ' }, 'name is required'],
    [{ name: 5 }, 'name must be a string'],
    [{ icon: 'x'.repeat(256) }, 'icon is longer than 255 characters'],
    [{ description: 'a\u0000' }, 'description contains the character U+0000'],
    [{ colour: 'red' }, 'unknown fields: colour'],
    [{ alertImpact: [] }, 'alertImpact must be an object'],
    [{ alertImpact: { severity: [] } }, 'unknown fields: alertImpact.severity'],
    [{ alertImpact: { severities: 'major' } }, 'alertImpact.severities must be a list'],
    [{ alertImpact: { severities: ['minor', 'bad'] } }, 'alertImpact.severities[1] (bad) is not one of security,'],
    [{ alertImpact: { statuses: [7] } }, 'alertImpact.statuses[0] (number) is not one of open,'],
    [{ alertImpact: { whitelist: { clauses: [{}] } } }, 'alertImpact.whitelist.clauses[0]'],
    [{ alertImpact: { blacklist: 'x' } }, 'alertImpact.blacklist'],
  ])('should refuse %j: %s', (body, message) => {
    expect(() => readCatalogService(body, plain)).toThrow(message)
  })
})

// Helpers

function noClause() {
  return { operator: 'AND', clauses: [] }
}
