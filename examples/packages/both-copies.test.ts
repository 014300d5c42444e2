import { createRequire } from 'node:module'
import { expect, it } from 'vitest'

// The built packages, as a project loads them: vitest itself would load the sources.
const built = new URL('../../packages/core/dist/', import.meta.url)
const required: typeof import('@opsgraph/core') = createRequire(import.meta.url)(`${built.pathname}index.cjs`)
const imported: typeof import('@opsgraph/core') = await import(/* @vite-ignore */ `${built.href}index.js`)
const browser: typeof import('@opsgraph/core/browser') = await import(/* @vite-ignore */ `${built.href}browser.js`)

it('should recognize an OpsgraphError whichever copy of @opsgraph/core has made it', () => {
  expect(required.OpsgraphError).not.toBe(imported.OpsgraphError)
  const copies = [required, imported, browser]
  for (const thrower of copies) {
    for (const catcher of copies) {
      const error: unknown = new thrower.OpsgraphError('notFound', 'relation not found')
      expect(error instanceof catcher.OpsgraphError).toBe(true)
      expect(new Error('relation not found') instanceof catcher.OpsgraphError).toBe(false)
    }
  }
})
