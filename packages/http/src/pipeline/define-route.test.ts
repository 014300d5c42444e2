import { expect, it } from 'vitest'
import { z } from 'zod'
import type { AppContext } from './app-context.js'
import { defineRoute } from './define-route.js'

it('should refuse an answer that is longer than the longest string, and say what to do', async () => {
  const route = defineRoute({
    ...{ id: 'listAll', method: 'get', path: '/all', summary: 'Lists all', description: '', scope: null },
    responses: { 200: { description: 'All', body: z.unknown() } },
    handle: async () => {
      // `JSON.stringify` throws this error for a text of more than about 500 million characters.
      throw new RangeError('Invalid string length')
    },
  })
  const nothing = { caller: undefined, params: {}, query: () => [], headers: {} }
  const sent = { ...nothing, readJson: fail, openUpload: fail, raw: {} } as unknown as Parameters<
    typeof route.answer
  >[0]
  await expect(route.answer(sent, {} as AppContext)).rejects.toMatchObject({
    kind: 'invalid',
    message: 'the answer would be too long: ask for less with page-size, filters or ids',
  })
})

function fail(): never {
  throw new Error('the route must not read this')
}
