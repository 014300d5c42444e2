import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '../../../../test/run-length.js'
import { chooseFileNames, fileKey } from './export-directory.js'

const NOTHING = new Map()

describe('chooseFileNames', () => {
  it.each([
    ['shop', 'shop.json'],
    ['Web Shop/EU', 'Web_Shop_EU.json'],
    ['../../etc/passwd', '.._.._etc_passwd.json'],
    ['größe', 'gr__e.json'],
    ['\u{1f600}', '_.json'],
  ])('should name the file of %s %s', (service, name) => {
    expect(chooseFileNames([service], NOTHING)).toEqual(new Map([[service, name]]))
  })

  it('should give the plain name to the service with exactly this name, and distinct names to the others', () => {
    const names = chooseFileNames(['a b', 'a/b', 'a_b', 'A_b'], NOTHING)
    expect(names.get('A_b')).toBe('A_b.json')
    expect(names.get('a_b')).toMatch(/^a_b-[0-9a-f]{8}\.json$/)
    expect(new Set([...names.values()].map(fileKey)).size).toBe(4)
    expect(chooseFileNames(['a b', 'a_b'], NOTHING).get('a_b')).toBe('a_b.json')
  })

  it('should shorten long names, and distinguish names that differ only at their ends', () => {
    const long = 'x'.repeat(250)
    const names = [...chooseFileNames([`${long}1`, `${long}2`], NOTHING).values()]
    expect(names).toEqual([`${'x'.repeat(150)}.json`, expect.stringMatching(/^x{150}-[0-9a-f]{8}\.json$/)])
  })

  it('should keep the existing file of a service', () => {
    const owners = new Map<string, string | null>([['a_b.json', 'a b']])
    expect(chooseFileNames(['a_b', 'a b'], owners).get('a b')).toBe('a_b.json')
    const [distinct = ''] = chooseFileNames(['a_b'], owners).values()
    expect(distinct).toMatch(/^a_b-[0-9a-f]{8}\.json$/)
    expect(chooseFileNames(['a_b'], new Map([[distinct, 'a_b']])).get('a_b')).toBe(distinct)
  })

  it('should give every service a distinct and portable name, and the same name again', () => {
    const service = fc.string({
      unit: fc.constantFrom('a', 'A', '/', ' ', '_', 'ß', '.'),
      minLength: 1,
      maxLength: 255,
    })
    fc.assert(
      fc.property(fc.uniqueArray(service, { maxLength: 20 }), fc.func(fc.boolean()), (services, isExported) => {
        const names = chooseFileNames(services, NOTHING)
        expect(new Set([...names.values()].map(fileKey)).size).toBe(services.length)
        for (const name of names.values()) expect(name).toMatch(/^[A-Za-z0-9._-]{1,180}$/)
        const owners = new Map([...names].map(([owner, name]) => [fileKey(name), owner]))
        for (const [owner, name] of chooseFileNames(services.filter(isExported), owners)) {
          expect(name).toBe(names.get(owner))
        }
      }),
      propertyRuns(500),
    )
  })
})
