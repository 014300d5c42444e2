import { describe, expect, it } from 'vitest'
import { findChromium } from './harness/find-chromium.js'

describe('findChromium', () => {
  it('should use the path in CHROMIUM', () => {
    expect(find({ env: { CHROMIUM: '/opt/chromium' }, there: ['/usr/bin/chromium'] }).found).toBe('/opt/chromium')
  })

  it('should search the usual paths, also if CHROMIUM is empty', () => {
    const { found, output } = find({ env: { CHROMIUM: '' }, there: ['/usr/bin/google-chrome'] })
    expect([found, output]).toEqual(['/usr/bin/google-chrome', []])
  })

  it('should prefer the shell without windows', () => {
    const there = ['/usr/bin/chromium', '/usr/bin/chromium-headless-shell']
    expect(find({ there }).found).toBe('/usr/bin/chromium-headless-shell')
  })

  it('should say plainly that nothing is tested without a browser, and what to do', () => {
    const { found, output } = find({})
    expect(found).toBeUndefined()
    expect(output).toEqual([
      expect.stringMatching(/^NOT TESTED: .*apt-get install chromium-headless-shell.*CHROMIUM\n$/),
    ])
  })

  it('should fail without a browser in CI', () => {
    expect(() => find({ env: { CI: 'true' } })).toThrow(/no Chromium here; install one/)
  })
})

// Helpers

interface Here {
  readonly env?: Readonly<Record<string, string>>
  readonly there?: readonly string[]
}

function find({ env = {}, there = [] }: Here) {
  const output: string[] = []
  const found = findChromium({ env, exists: (path) => there.includes(path), say: (text) => output.push(text) })
  return { found, output }
}
