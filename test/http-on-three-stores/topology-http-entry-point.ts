import {
  fileText,
  type ImportAnswer,
  PATH,
  queryText,
  type TopologyEntryPoint,
} from '../../packages/cli/test/topology-entry-point.js'
import type { TestServer } from '../../packages/http/test/test-server.js'

/** Imports and exports over the HTTP API. */
export function httpEntryPoint(server: { readonly current: TestServer }): TopologyEntryPoint {
  const send = async (file: unknown, query: object) => {
    const { body, status } = await server.current.call('POST', `${PATH}/import?${queryText(query)}`, {
      body: fileText(file),
    })
    if (status !== (body.status === 'ok' ? 200 : 400)) throw new Error(`the server answers ${status}`)
    return body as unknown as ImportAnswer
  }
  return {
    plan: async (file, query) => await send(file, { ...query, dryRun: 1 }),
    import: async (file, query) => await send(file, query),
    export: async (...ids) => {
      const [id, ...more] = ids
      const one = id !== undefined && more.length === 0
      const path = one ? `${PATH}/${id}/export` : `${PATH}/export${id === undefined ? '' : `?ids=${ids.join(',')}`}`
      return (await server.current.call('GET', path)).text
    },
    call: async <Body>(method: string, path: string, json?: unknown) => {
      const { body } = await server.current.call(method, path, json === undefined ? {} : { json })
      return body as Body
    },
  }
}
