import { describe, expect, it } from 'vitest'
import { addRelease, readNote } from '../scripts/changelog.mjs'

const NOTE = `---\n'@opsgraph/core': patch\n'@opsgraph/web': minor\n---\n\nThe console lists\n\n- more\n`

describe('readNote', () => {
  it('should take the largest bump of the packages', () => {
    expect(readNote(NOTE)).toEqual({ bump: 'minor', text: 'The console lists\n\n- more' })
  })
})

describe('addRelease', () => {
  const first = addRelease('# Changelog\n\nWhat it is.\n\nNothing is released yet.\n', {
    version: '0.1.0',
    date: '2027-01-02',
    notes: [{ bump: 'patch', text: 'Faster.' }, readNote(NOTE)],
  })

  it('should group the notes by what they mean for users', () => {
    expect(first).toBe(
      '# Changelog\n\nWhat it is.\n\n## 0.1.0 (2027-01-02)\n\n### New\n\n- The console lists\n\n  - more\n\n### Mended\n\n- Faster.\n',
    )
  })

  it('should add a release above the earlier ones, and leave these as they are', () => {
    const notes = [{ bump: 'major' as const, text: 'Gone.' }]
    const second = addRelease(first, { version: '1.0.0', date: '2027-02-03', notes })
    const [intro = '', earlier = ''] = first.split(/(?=## 0)/)
    expect(second).toBe(`${intro}## 1.0.0 (2027-02-03)\n\n### Breaking changes\n\n- Gone.\n\n${earlier}`)
  })
})
