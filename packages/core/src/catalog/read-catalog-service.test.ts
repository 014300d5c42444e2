import { describe, expect, it } from 'vitest'
import { OpsgraphError } from '../opsgraph-error.js'
import { DEFAULT_IMPACT, emptyCatalogService, readCatalogService } from './catalog-service.js'

const plain = emptyCatalogService('shop')
const onlyShop = { operator: 'AND', clauses: [{ key: 'service', op: '=', value: 'shop' }] }

describe('readCatalogService', () => {
  it('should fill in the defaults of a new entry', () => {
    const alertImpact = { severities: [], statuses: [], whitelist: noClause(), blacklist: noClause() }
    expect(readCatalogService({}, plain)).toEqual({
      serviceId: 'shop',
      name: 'shop',
      description: '',
      icon: 'server',
      owner: '',
      runbook: '',
      links: [],
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
      alertImpact: { ...DEFAULT_IMPACT, severities: ['major'], blacklist: onlyShop },
    })
    const after = readCatalogService({ description: 'Sells', alertImpact: { statuses: ['open'] } }, before)
    expect(after).toEqual({
      ...before,
      description: 'Sells',
      alertImpact: { ...before.alertImpact, statuses: ['open'] },
    })
    expect(readCatalogService({ alertImpact: { severities: [], blacklist: {} } }, after).alertImpact).toEqual({
      ...DEFAULT_IMPACT,
      statuses: ['open'],
    })
  })

  it('should trim the owner, the runbook and the links, and clear them if an empty value is sent', () => {
    const links = [{ title: ' Dashboard ', url: ' HTTPS://grafana.example.com/d/1?a=b#c ' }]
    const before = readCatalogService({ owner: ' Team A ', runbook: ' mailto:a@example.com ', links }, plain)
    expect(before).toEqual({
      ...plain,
      owner: 'Team A',
      runbook: 'mailto:a@example.com',
      links: [{ title: 'Dashboard', url: 'HTTPS://grafana.example.com/d/1?a=b#c' }],
    })
    expect(readCatalogService({ owner: null, runbook: null, links: null }, before)).toEqual(before)
    expect(readCatalogService({ owner: '', runbook: ' ', links: [] }, before)).toEqual(plain)
  })

  it('should accept 20 links, and URLs of 2,000 characters', () => {
    const url = `https://wiki.example.com/${'x'.repeat(1_975)}`
    const links = Array.from({ length: 20 }, () => ({ title: 'Page', url }))
    expect(readCatalogService({ runbook: url, links }, plain)).toMatchObject({ runbook: url, links })
    expect(() => readCatalogService({ runbook: `${url}x` }, plain)).toThrow('runbook is longer than 2000 characters')
  })

  it.each([
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'java\nscript:alert(1)',
    'java\tscript:alert(1)',
    '\u0001javascript:alert(1)',
    '\u200bjavascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'file:///etc/passwd',
    'ftp://example.com',
    'blob:https://example.com/1',
    'view-source:https://example.com',
    '//example.com',
    '/runbooks/shop',
    'wiki.example.com/shop',
    'https:example.com',
    'https://',
    'https://a b',
    'https://wiki.example.com/\nshop',
    'https://wiki.example.com/\u202epohs',
    'https://[::1',
    'https://wiki.example.com:99999/',
    'https://user@wiki.example.com/',
    'https://wiki.example.com@evil.example.com/',
    'https://user:secret@wiki.example.com/',
    'mailto:',
    'https://wiki.example.com/\ud800',
  ])('should refuse the address %j as a runbook and in a link', (url) => {
    const read = () => readCatalogService({ runbook: url, links: [{ title: 'Page', url }] }, plain)
    expect(faultsOf(read)).toMatchObject([{ path: 'runbook' }, { path: 'links[0].url' }])
  })

  it('should name all faults, each with its path', () => {
    const links = [
      { title: 'Page', url: 'javascript:alert(1)' },
      'https://example.com',
      { title: ' ', url: '' },
      { url: 5, colour: 'red' },
      ...Array.from({ length: 18 }, () => ({ title: 'Page', url: 'http://example.com' })),
    ]
    const read = () => readCatalogService({ owner: 'x'.repeat(256), runbook: 'wiki', links, icon: 5 }, plain)
    expect(faultsOf(read).map(({ message }) => message)).toEqual([
      'icon must be a string',
      'owner is longer than 255 characters',
      'runbook must begin with http://, https:// or mailto:',
      'links[0].url must begin with http://, https:// or mailto:',
      'links[1] must be an object',
      'links[2].title is required',
      'links[2].url is required',
      'links[3].title is required',
      'links[3].url must be a string',
      'links[3].colour is not a known field',
      'links has 22 items; a service has at most 20 links',
    ])
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
    [{ owner: 5 }, 'owner must be a string'],
    [{ links: {} }, 'links must be a list'],
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

function faultsOf(read: () => unknown): readonly { readonly path: string; readonly message: string }[] {
  try {
    read()
  } catch (error) {
    if (error instanceof OpsgraphError) return error.issues
    throw error
  }
  return []
}

function noClause() {
  return { operator: 'AND', clauses: [] }
}
