import { describe, expect, it, vi } from 'vitest'
import { bytesOf } from '../../test/fake-terminal.js'
import { runProgram, type Stage } from '../../test/run-program.js'
import { KEY_ENV as env, startServer } from '../../test/start-server.js'
import { temporaryFile } from '../../test/temporary-files.js'
import { topologyFile } from '../../test/topology-file.js'
import { toFailure } from '../failure.js'
import { OPERATOR_CALLER } from '../operator.js'

const PAGE = { filters: {}, sort: undefined, page: 1, pageSize: 100 }

describe('opsgraph topology import', () => {
  it('should list the changes before it asks, with --changes', async () => {
    const { url } = await start()
    const file = temporaryFile('a.json', topologyFile())
    const { printed, noted } = await importFiles([file, '--mode=merge', '--url', url, '--yes', '--json', '--changes'])
    expect(noted.join('\n')).toContain('\n  changes of shop\n    + topology\n')
    const { dryRun, changes, changesTotal } = JSON.parse(printed[0] ?? '')
    expect([dryRun, changes.length]).toEqual([false, changesTotal])
  })

  it('should show the plan, ask, import and show the result', async () => {
    const { url, services } = await start()
    const file = temporaryFile('a.json', topologyFile())
    const asked: string[] = []
    const ask = async (question: string) => {
      asked.push(question)
      expect(await services()).toEqual([])
      return 'y'
    }
    const { text, status } = await importFiles([file, '--mode', 'merge', '--url', url], { isInteractive: true, ask })
    expect(asked).toEqual([`Import this into ${url}? [y/N] `])
    expect(text).toMatch(/shop: create\n[\s\S]*the plan: nothing is written yet\n\n\S+a\.json: imported$/)
    expect(status).toBe(0)
    expect(await services()).toEqual(['shop'])
  })

  it('should ask once for several files, and send only files with changes', async () => {
    const { url, services, opsgraph } = await start()
    const [known, fresh] = [
      temporaryFile('a.json', topologyFile()),
      temporaryFile('b.json', topologyFile({ service: 'pay' })),
    ]
    await importFiles([known, '--mode', 'replace', '--yes', '--url', url])
    const before = (await opsgraph.listTopologies(OPERATOR_CALLER, PAGE)).items[0]?.updateTime
    const { text } = await importFiles([known, fresh, '--mode', 'replace', '--yes', '--url', url])
    expect(text).toMatch(
      /a\.json: 1 topology\n\n {2}unchanged: 1 topology\n\nnothing to change\n\n\S+b\.json: 1 topology\n/,
    )
    expect(text.match(/imported$/gm)).toHaveLength(1)
    expect(await services()).toEqual(['shop', 'pay'])
    expect((await opsgraph.listTopologies(OPERATOR_CALLER, PAGE)).items[0]?.updateTime).toBe(before)
  })

  it('should import a file that changes only a field of the topology', async () => {
    const { url, opsgraph } = await start()
    await importFiles([temporaryFile('a.json', topologyFile()), '--mode', 'merge', '--yes', '--url', url])
    const file = temporaryFile('a.json', topologyFile({ description: 'new' }))
    await importFiles([file, '--mode', 'merge', '--yes', '--url', url])
    expect((await opsgraph.listTopologies(OPERATOR_CALLER, PAGE)).items[0]?.description).toBe('new')
  })

  it('should send nothing if any file would be refused', async () => {
    const { url, services } = await start()
    const files = [temporaryFile('a.json', topologyFile()), temporaryFile('b.json', '{"nodes": []}')]
    const { status, text } = await importFiles([...files, '--mode', 'merge', '--yes', '--url', url])
    expect([status, text]).toEqual([1, expect.stringContaining('invalid import, 2 errors; nothing is written')])
    expect(await services()).toEqual([])
  })

  it('should refuse a file beyond the license before it asks, and stop at the first file that exceeds it', async () => {
    const { url, services } = await start(1)
    const pair = `{"kind": "platform-service-topology-bundle", "topologies": [${topologyFile()}, ${topologyFile({ service: 'pay' })}]}`
    const bundle = await importFiles([temporaryFile('a.json', pair), '--mode', 'merge', '--yes', '--url', url])
    expect(bundle.status).toBe(1)
    expect(bundle.text).toMatch(
      /licenseLimit \(1 error\)\n {4}\S+a\.json:\d+:\d+: topologies\[1\]\.topology\.service: [\s\S]*the import is refused: nothing is written$/,
    )
    expect(await services()).toEqual([])
    const files = ['shop', 'pay', 'data'].map((service) => temporaryFile(`${service}.json`, topologyFile({ service })))
    const { status, text, noted } = await importFiles([...files, '--mode', 'merge', '--yes', '--url', url])
    expect(status).toBe(1)
    expect(text).toMatch(/shop\.json: imported\n\n\S+pay\.json: [^\n]*1 error; nothing is written\n/)
    expect(noted).toEqual([`not sent: ${files[2]}`])
    expect(await services()).toEqual(['shop'])
  })

  it.each(['', 'n', 'yesterday'])('should import nothing when the answer is %j', async (said) => {
    const { url, services } = await start()
    const asking = { isInteractive: true, ask: async () => said }
    const importing = importFiles([temporaryFile('a.json', topologyFile()), '--mode', 'merge', '--url', url], asking)
    await expect(importing).rejects.toThrow('not imported: nothing was written')
    expect(await services()).toEqual([])
  })

  it('should refuse to import without a terminal or --yes', async () => {
    const { url, services } = await start()
    const args = [temporaryFile('a.json', topologyFile()), '--mode', 'merge', '--url', url]
    const cannotAsk = 'cannot ask here whether to import: pass --yes, or run "opsgraph topology plan" first'
    await expect(importFiles(args)).rejects.toThrow(cannotAsk)
    const piped = { isInteractive: true, read: () => bytesOf(topologyFile()) }
    await expect(importFiles(['-', ...args.slice(1)], piped)).rejects.toThrow(cannotAsk)
    expect(await services()).toEqual([])
    expect((await importFiles(['-', '--yes', ...args.slice(1)], piped)).text).toMatch(/standard input: imported$/)
  })

  it('should print only the answers of the API with --json', async () => {
    const { url } = await start()
    const [first, second] = [
      temporaryFile('a.json', topologyFile()),
      temporaryFile('b.json', topologyFile({ service: 'pay' })),
    ]
    const one = await importFiles([first, '--mode', 'merge', '--yes', '--json', '--url', url])
    expect(one.printed.map((line) => JSON.parse(line))).toMatchObject([
      { status: 'ok', dryRun: false, results: [{ service: 'shop', action: 'created' }] },
    ])
    expect(one.noted.join('\n')).toContain('the plan: nothing is written yet')
    const both = await importFiles([first, second, '--mode', 'merge', '--yes', '--json', '--url', url])
    expect(JSON.parse(both.text)).toMatchObject([{ dryRun: true }, { dryRun: false, results: [{ service: 'pay' }] }])
  })

  it('should send a plan and an import with all options, and the file as it is', async () => {
    const { url, services } = await start()
    const sent = vi.spyOn(globalThis, 'fetch')
    const text = topologyFile().replace('"service":"shop"', '"name":"no service"')
    const options = ['--mode', 'replace', '--positions', 'file', '--service', 'given']
    await importFiles([temporaryFile('a.json', text), ...options, '--yes', '--url', url])
    const query = 'mode=replace&positions=file&service=given'
    const path = `${url}/api/service_topology/import`
    expect(sent.mock.calls.map(([address]) => address)).toEqual([
      `${path}?${query}&dryRun=1`,
      `${path}?${query}&dryRun=0`,
    ])
    const bodies = sent.mock.calls.map(
      ([, request]) => (request as { readonly body: FormData }).body.get('file') as File,
    )
    expect(await Promise.all(bodies.map((file) => file.text()))).toEqual([text, text])
    expect(await services()).toEqual(['given'])
  })

  it('should report the result for each file if the import is interrupted', async () => {
    const { url, close } = await start()
    const files = ['a', 'b', 'c'].map((service) => temporaryFile(`${service}.json`, topologyFile({ service })))
    const stop = new AbortController()
    const sent = vi.spyOn(globalThis, 'fetch')
    const stopping = runProgram(['topology', 'import', ...files, '--mode', 'merge', '--url', url], {
      env,
      stop: stop.signal,
      terminal: {
        isInteractive: true,
        ask: async () => {
          stop.abort()
          return 'y'
        },
      },
    })
    await expect(stopping).rejects.toMatchObject({
      name: 'StartError',
      message: `stopped before the end; possibly imported, plan it again: ${files[0]}; not sent: ${files[1]}, ${files[2]}`,
    })
    expect(sent).toHaveBeenCalledTimes(files.length)
    await close()
  })

  it.each([
    [2, ['a.json', '--url', 'http://x'], '--mode is required: replace or merge'],
    [2, ['a.json', '--mode', 'merge'], 'no server is named: set --url, or OPSGRAPH_URL'],
    [
      2,
      ['a.json', '--mode', 'merge', '--yes', '--url', 'ftp://x'],
      /^--url must be a URL such as \S+, not "ftp:\/\/x"$/,
    ],
    [1, ['/nowhere', '--mode', 'merge', '--yes', '--url', 'http://x'], 'there is no file /nowhere'],
  ])('should exit with %i for %j', async (status, args, message) => {
    const refused = importFiles(args)
    await expect(refused).rejects.toSatisfy((error) => toFailure(error).status === status)
    await expect(refused).rejects.toThrow(message)
  })
})

// Helpers

async function importFiles(args: readonly string[], terminal: Stage['terminal'] = {}) {
  return await runProgram(['topology', 'import', ...args], { env, terminal })
}

async function start(topologyLimit: number | null = null) {
  const server = await startServer(topologyLimit)
  const services = async () =>
    (await server.opsgraph.listTopologies(OPERATOR_CALLER, PAGE)).items.map(({ service }) => service)
  return { ...server, services }
}
