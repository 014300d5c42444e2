import { afterEach, beforeEach } from 'vitest'
import { runHere } from './run-program.js'
import { KEY_ENV as env, KEY, type StartedServer, startServer } from './start-server.js'
import { fileText, type ImportAnswer, type ImportQuery, type TopologyEntryPoint } from './topology-entry-point.js'

/** Imports and exports with the command line, on a server with an empty store. */
export function commandEntryPoint(): TopologyEntryPoint {
  let server: StartedServer
  beforeEach(async () => {
    server = await startServer()
  })
  afterEach(async () => await server.close())
  const send = async (command: readonly string[], file: unknown, query: ImportQuery) => {
    const flags = Object.entries(query).flatMap(([name, value]) => [`--${name}`, value])
    const args = ['topology', ...command, '--json', '--url', server.url, ...flags, '-']
    const { end, stdout, stderr } = await runHere(args, env, fileText(file))
    if (stdout === '') throw new Error(stderr)
    const answer = JSON.parse(stdout) as ImportAnswer
    const isGood = answer.status === 'ok' && answer.previews?.every(({ errors }) => errors.length === 0)
    if (end !== (isGood ? 0 : 1)) throw new Error(`the command ends with ${end}`)
    return answer
  }
  return {
    plan: async (file, query) => await send(['plan'], file, query),
    import: async (file, query) => await send(['import', '--yes'], file, query),
    export: async (...ids) => {
      const { end, stdout, stderr } = await runHere(['topology', 'export', '--url', server.url, ...ids], env)
      if (end !== 0) throw new Error(stderr)
      return stdout
    },
    call: async <Body>(method: string, path: string, json?: unknown) => {
      const headers = { Authorization: `Key ${KEY}`, 'Content-Type': 'application/json' }
      const body = json === undefined ? null : JSON.stringify(json)
      return (await (await fetch(server.url + path, { method, headers, body })).json()) as Body
    },
  }
}
