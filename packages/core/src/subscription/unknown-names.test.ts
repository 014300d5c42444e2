import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { concernsService } from './concerns.js'
import { unknownNames } from './unknown-names.js'

describe('unknownNames', () => {
  it('should name the services and owners that no service has, in the order of the subscription', () => {
    const known = [service('shop', 'Team Shop'), service('mail', '')]
    const sent = { services: ['Shop', 'shop', 'mial'], owners: ['Team Shop', 'Team Mail'] }
    expect(unknownNames(sent, known)).toEqual({ services: ['Shop', 'mial'], owners: ['Team Mail'] })
  })

  it('should find nothing in a subscription that tells of all services', () => {
    expect(unknownNames({ services: [], owners: [] }, [])).toEqual({ services: [], owners: [] })
  })

  it('should know services without an owner, although there is none now', () => {
    expect(unknownNames({ services: [], owners: [''] }, [service('shop', 'Team Shop')]).owners).toEqual([])
  })

  it('should never name a service or an owner that a told service has', () => {
    const names = fc.array(fc.constantFrom('', 'a', 'b', 'A'))
    const services = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.constantFrom('', 'a', 'B')))
    fc.assert(
      fc.property(names, names, services, (wanted, owners, stored) => {
        const sent = { services: wanted, owners }
        const known = stored.map(([name, owner]) => service(name, owner))
        const unknown = unknownNames(sent, known)
        for (const each of known.filter((one) => concernsService(sent, one))) {
          expect(unknown.services).not.toContain(each.service)
          expect(unknown.owners).not.toContain(each.owner)
        }
      }),
    )
  })
})

// Helpers

const service = (name: string, owner: string) => ({ service: name, owner })
