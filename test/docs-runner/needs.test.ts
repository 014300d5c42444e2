import { dirname } from 'node:path'
import { expect, it, vi } from 'vitest'
import { findMissingProgram } from './needs.js'

const PATH = dirname(process.execPath)

it('should accept installed programs', () => {
  expect(findMissingProgram(['node'], { PATH, CI: 'true' })).toBeUndefined()
})

it('should report a missing program once', () => {
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  for (let turn = 0; turn < 2; turn++) {
    expect(findMissingProgram(['node', 'no-such-program'], { PATH })).toBe('no-such-program')
    expect(said.mock.calls).toEqual([['NOT TESTED: what the documents do with no-such-program, which is not here\n']])
  }
})

it('should fail in CI for a missing program, even if it was reported before', () => {
  const missing = () => findMissingProgram(['node', 'no-such-program'], { PATH, CI: 'true' })
  for (let turn = 0; turn < 2; turn++) expect(missing).toThrow('there is no no-such-program here')
})
