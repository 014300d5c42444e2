import { describe, expect, it } from 'vitest'
import { findChromium } from './harness/find-chromium.js'

describe('findChromium', () => {
  it('should take the one that is named, wherever it is', () => {
    expect(find({ env: { CHROMIUM: '/opt/chromium' }, there: ['/usr/bin/chromium'] }).found).toBe('/opt/chromium')
  })

  it('should take what is where systems put it, also where an empty name says nothing', () => {
    const { found, said } = find({ env: { CHROMIUM: '' }, there: ['/usr/bin/google-chrome'] })
    expect([found, said]).toEqual(['/usr/bin/google-chrome', []])
  })

  it('should say plainly that nothing is tested where there is none, and what to do', () => {
    const { found, said } = find({})
    expect(found).toBeUndefined()
    expect(said).toEqual([expect.stringMatching(/^NOT TESTED: .*apt-get install chromium.*CHROMIUM\n$/)])
  })

  it('should fail where there is none in CI', () => {
    expect(() => find({ env: { CI: 'true' } })).toThrow(/no Chromium here; install one/)
  })
})

// Helpers

interface Here {
  readonly env?: Readonly<Record<string, string>>
  readonly there?: readonly string[]
}

function find({ env = {}, there = [] }: Here) {
  const said: string[] = []
  const found = findChromium({ env, exists: (path) => there.includes(path), say: (text) => said.push(text) })
  return { found, said }
}
