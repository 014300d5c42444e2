import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { COMMAND, CommandProcess, run } from './command-process.js'
import { temporaryFile } from './temporary-files.js'
import { topologyFile } from './topology-file.js'

const CSV = fileURLToPath(new URL('../../../examples/cmdb/inventory.csv', import.meta.url))
const SHOP = fileURLToPath(new URL('../../../examples/gitops/topologies/web-shop.json', import.meta.url))
const RENDER = ['topology', 'render', '--format', 'svg', '--output', '-']

describe('a command whose output is closed by its reader', () => {
  it.each([
    [['--help']],
    [['--version']],
    [['webhook', 'presets']],
    [['topology', 'validate', SHOP]],
    [[...RENDER, SHOP]],
  ])('should exit with the status of SIGPIPE and without a message: %j', async (args) => {
    const command = new CommandProcess(args)
    command.closeOutput()
    expect(await command.ended).toMatchObject({ end: 141, stderr: '' })
  })

  it('should keep a status other than 0', async () => {
    const changes = new CommandProcess(['cmdb', 'plan', '--exit-code', CSV])
    changes.closeOutput()
    expect(await changes.ended).toMatchObject({ end: 2 })
    const wrong = new CommandProcess(['cmdb', 'plam'])
    wrong.closeOutput()
    expect(await wrong.ended).toMatchObject({ end: 2, stderr: expect.stringContaining('plam') })
  })

  it('should exit in a shell like git log | head', async () => {
    const many = Array.from({ length: 2_000 }, (_, index) => `host-${index}`)
    const file = temporaryFile('many.json', topologyFile({ resources: many }))
    const script = `"$0" "$@" | head -c 1 >/dev/null; echo "\${PIPESTATUS[@]}"`
    const args = ['-c', script, process.execPath, COMMAND, ...RENDER, file]
    expect(await promisify(execFile)('bash', args)).toEqual({ stdout: '141 0\n', stderr: '' })
  })
})

describe.runIf(process.platform === 'linux')('a command that writes to a full disk', () => {
  it.each([[['--help']], [[...RENDER, SHOP]]])('should report it and exit with 1: %j', async (args) => {
    const command = promisify(execFile)('bash', ['-c', '"$0" "$@" >/dev/full', process.execPath, COMMAND, ...args])
    await expect(command).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^opsgraph: the output cannot be written: ENOSPC[^\n]*\n$/),
    })
  })
})

it('should exit with 0 if the whole output is read', async () => {
  expect(await run([...RENDER, SHOP])).toMatchObject({ end: 0, stderr: '' })
})
