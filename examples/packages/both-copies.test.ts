import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

/** This script runs in a separate process, which loads the built packages. Vitest would load their sources. */
const SCRIPT = `
  import { createRequire } from 'node:module'
  const require = createRequire(import.meta.url)
  const doors = ['@opsgraph/core', '@opsgraph/core/store', '@opsgraph/core/pure']
  const copies = [...doors.map(require), ...(await Promise.all(doors.map((door) => import(door))))]
  const caught = copies.flatMap((thrower) => {
    const error = new thrower.OpsgraphError('notFound', 'relation not found')
    return copies.map((catcher) => error instanceof catcher.OpsgraphError)
  })
  const others = copies.map((catcher) => new Error('relation not found') instanceof catcher.OpsgraphError)
  console.log(JSON.stringify({ copies: new Set(copies.map((copy) => copy.OpsgraphError)).size, caught, others }))
`

it('should recognize an OpsgraphError of any copy of @opsgraph/core', () => {
  const cwd = fileURLToPath(new URL('.', import.meta.url))
  const printed = execFileSync(process.execPath, ['--input-type=module', '--eval', SCRIPT], { cwd, encoding: 'utf8' })
  const { copies, caught, others } = JSON.parse(printed)
  expect(copies).toBeGreaterThan(1)
  expect(caught).toEqual(Array(36).fill(true))
  expect(others).toEqual(Array(6).fill(false))
})
