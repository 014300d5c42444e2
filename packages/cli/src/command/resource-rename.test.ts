import { describe, expect, it } from 'vitest'
import { runProgram } from '../../test/run-program.js'
import { KEY_ENV, startServer } from '../../test/start-server.js'

const CALLER = { user: 'ann', scopes: ['admin' as const], requestId: null }
const PLAN = ['rename  relation  srv-old has parent app', 'rename  alias     srv-old becomes an alias of srv-new']

describe('opsgraph resource rename', () => {
  it('should show what would change, and rename with --yes', async () => {
    const { rename, opsgraph } = await start()
    await opsgraph.putRelation(CALLER, { environment: 'Production', resource: 'srv-old', parent: 'app' })
    await opsgraph.putRelation(CALLER, { environment: 'Production', resource: 'SRV-NEW', parent: 'app' })
    const near = 'near the name srv-new, and perhaps the same resource: SRV-NEW'
    expect(await rename('srv-old', 'srv-new')).toMatchObject({
      printed: PLAN,
      noted: [
        near,
        'nothing is written: repeat the command with --yes to rename srv-old in environment Production to srv-new',
      ],
      status: 0,
    })
    expect((await opsgraph.listResourceAliases(CALLER, {})).total).toBe(0)
    expect(await rename('srv-old', 'srv-new', '--yes')).toMatchObject({
      printed: PLAN,
      noted: [near, 'renamed srv-old in environment Production to srv-new'],
    })
    expect((await opsgraph.listResourceAliases(CALLER, {})).total).toBe(1)
  })

  it('should say what has the new name, and join both with --merge', async () => {
    const { rename, opsgraph } = await start()
    for (const resource of ['srv-old', 'srv-new']) {
      await opsgraph.putRelation(CALLER, { environment: 'Production', resource, parent: 'app' })
    }
    await expect(rename('srv-old', 'srv-new', '--yes')).rejects.toMatchObject({
      name: 'StartError',
      message: expect.stringContaining(
        'srv-new exists already (relations): if both are one resource, rename with merge',
      ),
    })
    const { text } = await rename('srv-old', 'srv-new', '--merge', '--yes', '--json')
    expect(JSON.parse(text)).toMatchObject({ status: 'ok', counters: { relation: { merge: 1 } } })
  })

  it('should refuse an unknown resource and the same name', async () => {
    const { rename } = await start()
    await expect(rename('a', 'b')).rejects.toMatchObject({
      message: 'the server refuses: resource a in environment "Production" not found',
    })
    await expect(rename('a', 'a')).rejects.toMatchObject({ name: 'UsageError' })
  })
})

// Helpers

async function start() {
  const { url, opsgraph } = await startServer()
  const rename = async (...args: readonly string[]) =>
    await runProgram(['resource', 'rename', ...args, '--environment', 'Production', '--url', url], { env: KEY_ENV })
  return { opsgraph, rename }
}
