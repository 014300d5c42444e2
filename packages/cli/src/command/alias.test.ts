import { describe, expect, it } from 'vitest'
import { runProgram } from '../../test/run-program.js'
import { KEY_ENV, startServer } from '../../test/start-server.js'

const CALLER = { user: 'ann', scopes: ['admin' as const], requestId: null }
const IN_PRODUCTION = ['--environment', 'Production']

describe('opsgraph alias', () => {
  it('should set, list and delete aliases', async () => {
    const { alias } = await start()
    expect(await alias('list')).toMatchObject({ printed: [], noted: ['no aliases'], status: 0 })
    expect(await alias('set', 'db1.example.com', 'database', ...IN_PRODUCTION)).toMatchObject({
      noted: ['created the alias db1.example.com of database in environment Production'],
      text: '',
    })
    await alias('set', 'w\u200b', 'web', '--environment', '')
    expect((await alias('list')).printed).toEqual([
      '  environment  alias            resource',
      '               w\\u{200b}        web',
      '  Production   db1.example.com  database',
    ])
    expect((await alias('list', '--resource', 'web', '--environment', '')).printed).toHaveLength(2)
    const changed = await alias('set', 'db1.example.com', 'db', ...IN_PRODUCTION, '--json')
    expect(changed.noted).toEqual(['changed the alias db1.example.com of db in environment Production'])
    expect(JSON.parse(changed.text)).toMatchObject({ status: 'ok', alias: { resource: 'db' }, near: [] })
    expect((await alias('delete', 'db1.example.com', ...IN_PRODUCTION)).noted).toEqual([
      'deleted the alias db1.example.com in environment Production',
    ])
    expect(JSON.parse((await alias('list', '--json')).text)).toMatchObject({ aliases: [{ resource: 'web' }], total: 1 })
  })

  it('should warn of names near the name of the resource', async () => {
    const { alias, opsgraph } = await start()
    await opsgraph.putRelation(CALLER, { environment: 'Production', resource: 'DB', parent: 'shop' })
    expect((await alias('set', 'old', 'db', ...IN_PRODUCTION)).noted).toEqual([
      'created the alias old of db in environment Production',
      'near the name db, and perhaps the same resource: DB',
    ])
    await opsgraph.receiveAlert(CALLER, { environment: 'Production', resource: 'x', event: 'Down', severity: 'major' })
    expect((await alias('set', 'x', 'y', ...IN_PRODUCTION)).noted).toEqual([
      'created the alias x of y in environment Production',
      '1 active alert has this name still: to move them, use opsgraph resource rename --merge',
    ])
  })

  it('should refuse what the server refuses, and fail if there is no alias', async () => {
    const { alias, opsgraph } = await start()
    await expect(alias('set', 'a', 'a', ...IN_PRODUCTION)).rejects.toMatchObject({
      name: 'UsageError',
      message: 'the server refuses: resource must differ from alias',
    })
    await opsgraph.putRelation(CALLER, { environment: 'Production', resource: 'db', parent: 'shop' })
    await expect(alias('set', 'db', 'a', ...IN_PRODUCTION)).rejects.toMatchObject({
      name: 'StartError',
      message: expect.stringContaining('db is a resource of the graph (relations), so it cannot be an alias'),
    })
    await expect(alias('delete', 'a', ...IN_PRODUCTION)).rejects.toMatchObject({
      name: 'StartError',
      message: 'the server refuses: alias not found',
    })
    await expect(runProgram(['alias', 'list'])).rejects.toThrow('no server is named')
    await expect(runProgram(['alias', 'set', 'a', 'b'])).rejects.toThrow('--environment')
  })
})

// Helpers

async function start() {
  const { url, opsgraph } = await startServer()
  const alias = async (action: string, ...args: readonly string[]) =>
    await runProgram(['alias', action, ...args, '--url', url], { env: KEY_ENV })
  return { opsgraph, alias }
}
