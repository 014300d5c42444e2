import { describe, expect, it } from 'vitest'
import { runProgram } from '../../test/run-program.js'
import { KEY_ENV, startServer } from '../../test/start-server.js'
import { temporaryFile } from '../../test/temporary-files.js'

const CALLER = { user: 'ann', scopes: ['admin' as const], requestId: null }
const IN_PRODUCTION = ['--environment', 'Production']

describe('opsgraph resource list', () => {
  it('should list resources with their numbers, and filter them', async () => {
    const { resource } = await start()
    expect((await resource('list')).printed).toEqual([
      '  environment  resource  parents  children  nodes  alerts  rules  claims',
      '  Production   db        1        0         0      1       0      1',
      '  Production   disk      0        0         0      1       0      0',
      '  Production   pool      0        0         0      0       1      0',
      '  Production   web       0        1         0      0       0      1',
    ])
    expect((await resource('list', '--search', 'D', '--environment', 'Production')).printed).toHaveLength(3)
    expect((await resource('list', '--orphan')).printed).toHaveLength(3)
    expect(await resource('list', '--stale', '--stale-after', '1')).toMatchObject({
      printed: [],
      noted: ['no resources'],
      status: 0,
    })
    const { status, resources, total } = JSON.parse((await resource('list', '--json')).text)
    expect([status, resources[0], total]).toMatchObject(['ok', { resource: 'db', parents: 1, alerts: 1 }, 4])
  })

  it('should read further pages', async () => {
    const { resource, opsgraph } = await start()
    const relations = Array.from({ length: 1_200 }, (_, index) => ({ resource: `disk-${index}`, parent: 'san' }))
    await opsgraph.putRelations(CALLER, { environment: 'Lab', relations })
    expect(JSON.parse((await resource('list', '--environment', 'Lab', '--json')).text).total).toBe(1_201)
  })

  it('should list the resources of a snapshot, which has no alerts', async () => {
    const { opsgraph } = await start()
    const lines: string[] = []
    await opsgraph.saveSnapshot(CALLER, async (text) => void lines.push(text))
    const state = temporaryFile('state.jsonl', lines.join(''))
    const { printed } = await runProgram(['resource', 'list', '--state', state])
    expect(printed.map((line) => line.trim().split(/ +/)[1])).toEqual(['resource', 'db', 'pool', 'web'])
    const show = ['resource', 'show', 'db', ...IN_PRODUCTION, '--state', state]
    expect((await runProgram(show)).printed[0]).toBe('db in environment Production')
    await expect(runProgram(['resource', 'show', 'disk', ...IN_PRODUCTION, '--state', state])).rejects.toThrow(
      'resource disk in environment "Production" not found',
    )
    await expect(runProgram([...show, '--url', 'http://127.0.0.1:1'])).rejects.toThrow('--state or --url, not both')
  })

  it('should refuse wrong flags', async () => {
    const { resource } = await start()
    await expect(resource('list', '--stale-after', 'soon')).rejects.toMatchObject({
      name: 'UsageError',
      message: expect.stringContaining('--stale-after must be a whole number of days from 1 to 36500'),
    })
    await expect(runProgram(['resource', 'list'])).rejects.toThrow('no server is named')
  })
})

describe('opsgraph resource show', () => {
  it('should show everything that names a resource', async () => {
    const { resource } = await start()
    expect((await resource('show', 'db', ...IN_PRODUCTION)).printed).toEqual([
      'db in environment Production',
      ...['', '  parents: what it hurts when it fails', '    web (cmdb itop)'],
      ...['', '  active alerts', '    Down: major, open'],
    ])
    expect((await resource('show', 'web', ...IN_PRODUCTION)).printed).toContain('    db (cmdb itop)')
    expect((await resource('show', 'pool', ...IN_PRODUCTION)).printed).toContain(
      '    2 children must be healthy (manual)',
    )
    expect(JSON.parse((await resource('show', 'db', ...IN_PRODUCTION, '--json')).text)).toMatchObject({
      status: 'ok',
      counts: { parents: 1 },
    })
    await expect(resource('show', 'none', ...IN_PRODUCTION)).rejects.toMatchObject({
      name: 'StartError',
      message: 'the server refuses: resource none in environment "Production" not found',
    })
  })
})

describe('opsgraph resource decommission', () => {
  const decommission = ['decommission', 'db', ...IN_PRODUCTION]

  it('should show the plan, ask, and then carry it out', async () => {
    const { resource, total, url } = await start()
    const asked: string[] = []
    const ask = async (question: string) => {
      asked.push(question)
      expect(await total()).toBe(4)
      return 'yes'
    }
    const { printed, status } = await resource(...decommission, { terminal: { isInteractive: true, ask } })
    expect(asked).toEqual([`Decommission this on ${url}? [y/N] `])
    expect(printed).toEqual([
      'db in environment Production:',
      'removes 1 relation, 0 nodes, 0 redundancy rules, 0 aliases, and closes 1 alert',
      ...['', '  changes of the resource graph'],
      '    - relation db has parent web, in environment Production',
      '    ~ alert Down of db in environment Production (status)',
      ...[
        '',
        'comes back if one of these sources names it again:',
        '  event (1 alert)',
        '  cmdb itop (1 relation)',
        '',
      ],
      'decommissioned 1 resource in environment Production',
    ])
    expect([status, await total()]).toEqual([0, 2])
  })

  it('should write nothing with --dry-run, without consent, and if nobody can be asked', async () => {
    const { resource, total } = await start()
    const { printed } = await resource(...decommission, '--dry-run')
    expect(printed.at(-1)).toBe('this is the plan: nothing is written')
    const asking = { terminal: { isInteractive: true, ask: async () => 'n' } }
    await expect(resource(...decommission, asking)).rejects.toThrow('not decommissioned: nothing was written')
    await expect(resource(...decommission)).rejects.toThrow('cannot ask here whether to decommission: pass --yes')
    expect(await total()).toBe(4)
  })

  it('should carry out the plan that was shown, or nothing', async () => {
    const { resource, opsgraph, total } = await start()
    const ask = async () => {
      await opsgraph.putRelation(CALLER, { environment: 'Production', resource: 'db', parent: 'other' })
      return 'y'
    }
    await expect(resource(...decommission, { terminal: { isInteractive: true, ask } })).rejects.toMatchObject({
      name: 'StartError',
      message: expect.stringContaining('make a dry run again'),
    })
    expect(await total()).toBe(5)
  })

  it('should print the answer as JSON, and the plan to stderr', async () => {
    const { resource } = await start()
    const { text, noted } = await resource(...decommission, '--yes', '--json')
    expect(JSON.parse(text)).toMatchObject({ status: 'ok', applied: true, counts: { relations: 1, alerts: 1 } })
    expect(noted[0]).toBe('db in environment Production:')
  })

  it('should name all unknown resources, and refuse invalid names', async () => {
    const { resource } = await start()
    await expect(resource('decommission', 'db', 'a', 'b', ...IN_PRODUCTION, '--yes')).rejects.toMatchObject({
      name: 'StartError',
      message: 'the server refuses: nothing names these resources in environment Production: a, b',
    })
    await expect(resource('decommission', '', ...IN_PRODUCTION, '--yes')).rejects.toMatchObject({ name: 'UsageError' })
  })
})

// Helpers

type Stage = Parameters<typeof runProgram>[1]

/** A server with a relation, a rule and two alerts. */
async function start() {
  const { url, opsgraph } = await startServer()
  const inProduction = { environment: 'Production' }
  await opsgraph.putRelation(CALLER, {
    ...inProduction,
    resource: 'db',
    parent: 'web',
    source: 'cmdb',
    sourceRef: 'itop',
  })
  await opsgraph.putRedundancyRule(CALLER, { ...inProduction, resource: 'pool', body: { minHealthy: 2 } })
  for (const resource of ['db', 'disk']) {
    await opsgraph.receiveAlert(CALLER, { ...inProduction, resource, event: 'Down', severity: 'major' })
  }
  const resource = async (...args: readonly (string | Stage)[]) => {
    const texts = args.filter((arg) => typeof arg === 'string')
    const stage = args.find((arg): arg is NonNullable<Stage> => typeof arg === 'object')
    return await runProgram(['resource', ...texts, '--url', url], { env: KEY_ENV, ...stage })
  }
  const total = async () => (await opsgraph.listResources(CALLER, {})).total
  return { url, opsgraph, resource, total }
}
