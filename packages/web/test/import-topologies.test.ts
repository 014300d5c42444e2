import { expect, it } from 'vitest'
import { expectAccessible } from './harness/expect-accessible.js'
import { drop, payload, readCounters, showPlan, type TextFile } from './harness/import-files.js'
import { SHOP } from './harness/shop.js'
import { describeInBrowser, useConsole } from './harness/use-console.js'

describeInBrowser('importing topology files', () => {
  const web = useConsole()

  it('should plan and apply several dropped files, each completely', async () => {
    const page = await web.open('/import?kind=topologies')
    await expectAccessible(page)
    await drop(page, [file('a.json', 'alpha'), file('b.json', 'beta')])
    await showPlan(page)
    expect(await readCounters(page, 'Topology alpha create nodes')).toEqual(['6', '0', '0', '0'])
    expect(await readCounters(page, 'Topology beta create edges')).toEqual(['5', '0', '0', '0'])
    await expectAccessible(page)
    expect(await topologies()).toEqual([])
    await page.getByRole('button', { name: 'Apply the plan' }).click()
    await page.getByText('Applied.').waitFor()
    expect(await topologies()).toEqual(['alpha', 'beta'])
    expect(await page.getByRole('link', { name: 'alpha' }).count()).toBe(2)
  })

  it('should show every error of a wrong file, and apply nothing until it is removed', async () => {
    const page = await web.open('/import?kind=topologies')
    const { nodes, edges } = SHOP
    const broken = {
      topology: { ...SHOP, service: 'gamma' },
      nodes,
      edges: [...edges, { source: 'web', target: 'web' }, { source: 'no', target: 'web' }],
    }
    const wrong = { name: 'wrong.json', text: JSON.stringify(broken) }
    const torn = { name: 'torn.json', text: '{"nodes": [],' }
    await page.locator('input[type=file]').setInputFiles([file('delta.json', 'delta'), wrong, torn].map(payload))
    await showPlan(page)
    await page.getByRole('heading', { name: '2 errors' }).waitFor()
    const errors = page.getByRole('region', { name: 'wrong.json' })
    expect(await errors.locator('summary').allTextContents()).toEqual([
      expect.stringContaining('selfLoop'),
      expect.stringContaining('edgeEndpointMissing'),
    ])
    expect(await errors.getByRole('listitem').locator('code').allTextContents()).toEqual(['edges[5]', 'edges[6]'])
    await page
      .getByRole('region', { name: 'torn.json' })
      .getByText(/JSON.*position 13/)
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'Remove torn.json' }).click()
    await showPlan(page)
    expect(await page.getByRole('button', { name: 'Apply the plan' }).isDisabled()).toBe(true)
    await page.getByRole('button', { name: 'Remove wrong.json' }).click()
    await showPlan(page)
    expect(await page.getByRole('button', { name: 'Apply the plan' }).isEnabled()).toBe(true)
  })

  it('should keep or move existing nodes, as chosen', async () => {
    const page = await web.open('/import?kind=topologies')
    const moved = SHOP.nodes.map((node) => ({ ...node, id: `alpha-${node.id}`, position: { x: 5_000, y: 7_000 } }))
    await page.locator('input[type=file]').setInputFiles(payload(file('a.json', 'alpha', moved)))
    await showPlan(page)
    await page.getByText('positionsKept').waitFor()
    await page.getByLabel('Positions', { exact: true }).selectOption('file')
    await showPlan(page)
    expect(await page.getByText('positionsKept').count()).toBe(0)
    expect(await readCounters(page, 'Topology alpha update nodes')).toEqual(['0', '6', '0', '0'])
  })

  it('should use the service of the form for a bare tree', async () => {
    const page = await web.open('/import?kind=topologies')
    const tree = {
      type: 'service',
      name: 'epsilon',
      children: [{ type: 'environment', name: 'Production', children: [] }],
    }
    await page.locator('input[type=file]').setInputFiles(payload({ name: 'tree.json', text: JSON.stringify(tree) }))
    await showPlan(page)
    await page.locator('summary').filter({ hasText: 'serviceMissing' }).waitFor()
    await page.getByLabel('Service', { exact: true }).fill('epsilon')
    await showPlan(page)
    await page.locator('summary').filter({ hasText: 'legacyConverted' }).waitFor()
  })

  async function topologies(): Promise<string[]> {
    const { topologies: found } = await web.server.ask<{ topologies: { service: string }[] }>(
      '/api/service_topology?sort-by=service',
    )
    return found.map(({ service }) => service)
  }
})

function file(name: string, service: string, nodes: readonly { id: string }[] = buildNodes(service)): TextFile {
  const edges = SHOP.edges.map(({ source, target }) => ({
    source: `${service}-${source}`,
    target: `${service}-${target}`,
  }))
  return { name, text: JSON.stringify({ topology: { ...SHOP, service }, nodes, edges }) }
}

/** Returns the nodes of the shop with unique ids. */
function buildNodes(service: string) {
  return SHOP.nodes.map((node) => ({ ...node, id: `${service}-${node.id}` }))
}
