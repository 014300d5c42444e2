import { describe, expect, it } from 'vitest'
import { runProgram } from '../../test/run-program.js'
import { KEY_ENV, startServer } from '../../test/start-server.js'

const CALLER = { user: 'ann', scopes: ['admin' as const], requestId: null }
const IN_PRODUCTION = ['--environment', 'Production']
const NO_CHILDREN = 'which has no children: check the spelling and the environment, or add its relations'

describe('opsgraph rule', () => {
  it('should set, list and delete rules', async () => {
    const rule = await start()
    const { noted, text, status } = await rule('set', 'databases', ...IN_PRODUCTION, '--min-healthy', '2')
    expect([noted, text, status]).toEqual([
      [`created the rule of databases in environment Production, ${NO_CHILDREN}`],
      '',
      0,
    ])
    const origin = ['--source', 'cmdb', '--source-ref', 'itop', '--text', 'half\u200b of them']
    const further = ['--failed-at', 'critical', '--degraded', 'none', ...origin]
    await rule('set', 'web', '--environment', '', '--min-healthy', '50%', ...further)
    expect((await rule('list')).printed).toEqual([
      '  environment  resource   min healthy  failed at  degraded  source  text',
      '               web        50%          critical   none      cmdb    half\\u{200b} of them',
      '  Production   databases  2            major      warning   manual',
    ])
    expect((await rule('list', '--search', 'HALF')).printed).toHaveLength(2)
    expect(
      (await rule('list', '--source', 'manual', '--resource', 'databases', ...IN_PRODUCTION)).printed,
    ).toHaveLength(2)
    expect((await rule('set', 'web', '--environment', '', '--min-healthy', '1')).noted).toEqual([
      `replaced the rule of web in the empty environment, ${NO_CHILDREN}`,
    ])
    expect((await rule('delete', 'web', '--environment', '')).noted).toEqual([
      'deleted the rule of web in the empty environment',
    ])
    await rule('delete', 'databases', ...IN_PRODUCTION)
    expect(await rule('list')).toMatchObject({ printed: [], noted: ['no redundancy rules'], status: 0 })
  })

  it('should say how many children the rule counts', async () => {
    const { opsgraph, rule } = await startWithStore()
    const set = async () => (await rule('set', 'pool', ...IN_PRODUCTION, '--min-healthy', '50')).noted
    const relate = async (resource: string) =>
      await opsgraph.putRelations(CALLER, { environment: 'Production', relations: [{ resource, parent: 'pool' }] })
    await relate('a')
    expect(await set()).toEqual(['created the rule of pool in environment Production, which has 1 child'])
    await relate('b')
    await opsgraph.putRelations(CALLER, { environment: 'Lab', relations: [{ resource: 'c', parent: 'pool' }] })
    expect(await set()).toEqual(['replaced the rule of pool in environment Production, which has 2 children'])
  })

  it('should say that the rule of a stronger source stays', async () => {
    const rule = await start()
    await rule('set', 'db', ...IN_PRODUCTION, '--min-healthy', '2')
    const { noted, text } = await rule(
      'set',
      'db',
      ...IN_PRODUCTION,
      '--min-healthy',
      '1',
      '--source',
      'cmdb',
      '--json',
    )
    expect(noted).toEqual([
      'the rule of db in environment Production has a stronger source, and stays as it is: manual',
    ])
    expect(JSON.parse(text)).toMatchObject({ status: 'ok', rule: { minHealthy: 2, source: 'manual' } })
  })

  it('should print all rules as JSON, also those of further pages', async () => {
    const { store, rule } = await startWithStore()
    await rule('set', 'db', ...IN_PRODUCTION, '--min-healthy', '2')
    const [first] = await store.redundancyRules.all()
    if (first === undefined) throw new Error('the rule is missing')
    const others = Array.from({ length: 1_200 }, (_, at) => ({ ...first, id: `rule ${at}`, resource: `db ${at}` }))
    await store.redundancyRules.save(others)
    const { status, rules, total } = JSON.parse((await rule('list', '--json')).text)
    expect([status, rules.length, total, rules[0]]).toEqual(['ok', 1_201, 1_201, first])
  })

  it('should refuse wrong flags with the message of the server, and fail if there is no rule', async () => {
    const rule = await start()
    const set = (...flags: readonly string[]) => rule('set', 'db', ...IN_PRODUCTION, ...flags)
    await expect(set('--min-healthy', 'some', '--failed-at', 'ok')).rejects.toMatchObject({
      name: 'UsageError',
      message: expect.stringMatching(
        /^the server refuses, because of 2 faults:\n {2}--min-healthy must be a whole number from 0.*\n {2}--failed-at \(ok\) is not one of /,
      ),
    })
    await expect(rule('list', '--source', 'rumor')).rejects.toMatchObject({ name: 'UsageError' })
    await expect(rule('delete', 'db', ...IN_PRODUCTION)).rejects.toMatchObject({
      name: 'StartError',
      message: 'the server refuses: redundancy rule not found',
    })
    await expect(runProgram(['rule', 'list'])).rejects.toThrow('no server is named')
    await expect(rule('set', 'db', '--min-healthy', '1')).rejects.toThrow('--environment')
  })
})

// Helpers

async function startWithStore() {
  const { url, store, opsgraph } = await startServer()
  const rule = async (action: string, ...args: readonly string[]) =>
    await runProgram(['rule', action, ...args, '--url', url], { env: KEY_ENV })
  return { store, opsgraph, rule }
}

async function start() {
  return (await startWithStore()).rule
}
