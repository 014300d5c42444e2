import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { concernsService } from '../subscription/concerns.js'
import { unknownNames } from './unknown-names.js'

describe('unknownNames', () => {
  it('should name the services and owners that no service has, in the order of the subscription', () => {
    const known = [service('shop', 'Team Shop'), service('mail', '')]
    const sent = { services: ['Shop', 'shop', 'mial'], owners: ['Team Shop', 'Team Mail'] }
    expect(unknownNames(sent, known)).toMatchObject({
      ...{ services: ['Shop', 'mial'], owners: ['Team Mail'], otherOwner: [] },
    })
  })

  it('should name a similar service or owner, if there is one', () => {
    const known = [service('shop', 'Team Shop'), service('mail', ''), service('billing', '')]
    const sent = { services: ['Shop', 'mial', 'bill', 'warehouse'], owners: ['Team Shp'] }
    expect(unknownNames(sent, known).near).toEqual([
      { name: 'Shop', near: 'shop' },
      { name: 'mial', near: 'mail' },
      { name: 'bill', near: 'billing' },
      { name: 'Team Shp', near: 'Team Shop' },
    ])
  })

  it('should find nothing in a subscription that reports all services', () => {
    expect(unknownNames({ services: [], owners: [] }, [])).toEqual({
      services: [],
      owners: [],
      otherOwner: [],
      near: [],
    })
  })

  it('should name the services whose owner is not named: with both lists, both must hold', () => {
    const known = [service('shop', 'Team Shop'), service('mail', 'Team Mail'), service('dns', '')]
    const sent = { services: ['mail', 'shop', 'dns', 'mial'], owners: ['Team Shop'] }
    expect(unknownNames(sent, known)).toMatchObject({ services: ['mial'], owners: [], otherOwner: ['mail', 'dns'] })
    expect(unknownNames({ ...sent, owners: [] }, known).otherOwner).toEqual([])
  })

  it('should know services without an owner, although there is none now', () => {
    expect(unknownNames({ services: [], owners: [''] }, [service('shop', 'Team Shop')]).owners).toEqual([])
  })

  it('should name each service that does not tell, and no service or owner that a told service has', () => {
    const names = fc.array(fc.constantFrom('', 'a', 'b', 'A'))
    const stored = fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.constantFrom('', 'a', 'B'))
    const services = fc.uniqueArray(stored, { selector: ([name]) => name })
    fc.assert(
      fc.property(names, names, services, (wanted, owners, stored) => {
        const sent = { services: wanted, owners }
        const known = stored.map(([name, owner]) => service(name, owner))
        const unknown = unknownNames(sent, known)
        for (const each of known.filter((one) => concernsService(sent, one))) {
          expect(unknown.services).not.toContain(each.service)
          expect(unknown.owners).not.toContain(each.owner)
        }
        const told = wanted.filter((name) => known.some((each) => each.service === name && concernsService(sent, each)))
        const untold = new Set([...unknown.services, ...unknown.otherOwner])
        expect(wanted.filter((name) => !untold.has(name))).toEqual(told)
      }),
    )
  })
})

// Helpers

const service = (name: string, owner: string) => ({ service: name, owner })
