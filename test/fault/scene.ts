import { expect } from 'vitest'
import { findViolations, type Run } from '../invariants/check-invariants.js'
import { Load, send } from './load.js'
import { COUNTED_AS_CREATED, readRegisters } from './stored-registers.js'
import {
  contendForTopology,
  entangleFingerprints,
  generateGraph,
  importFiles,
  moveFingerprints,
  readAnswers,
  renameWebhook,
  saveNewGraphs,
  sendBulkRelations,
  sendCorrelatedEvents,
  sendDeliveries,
  toggleRelations,
  type Writer,
  writeSharedData,
} from './writers.js'

const HOOKS = ['hook-a', 'hook-b']
const SERVICES = ['ledger-shop', 'ledger-bank']

/**
 * Creates webhooks and topologies on a running server, and returns senders that write to them, at least two of each
 * kind. The senders can send to any server on the same database.
 */
export async function prepareLoad(url: string): Promise<Load> {
  const created = new Map<string, string>()
  const saving: Writer[] = []
  for (const id of HOOKS) {
    await make(url, '/api/webhook_config', { id, name: 'name 0', enabled: true, ...MAPPING })
    created.set(`webhook ${id}`, 'name 0')
  }
  await make(url, '/api/webhook_config', { id: 'mover', name: 'mover', enabled: true, ...MOVING })
  for (const service of SERVICES) {
    const graph = generateGraph(service, 0)
    const json = { name: service, description: '0', service, ...graph }
    const { id } = await make(url, '/api/service_topology', json)
    saving.push(saveNewGraphs(service, id))
    created.set(`topology ${service}`, `0 ${graph.nodes.length - 2} ${service}-0`)
  }
  const load = new Load([
    ...HOOKS.flatMap((hook) => [sendDeliveries(hook, 1), sendDeliveries(hook, 2), renameWebhook(hook)]),
    ...[1, 2].flatMap((sender) => [
      toggleRelations(sender),
      sendBulkRelations(sender),
      importFiles(sender),
      writeSharedData(),
      readAnswers(),
    ]),
    ...saving,
    ...[
      moveFingerprints(1),
      moveFingerprints(2),
      sendCorrelatedEvents(1),
      sendCorrelatedEvents(2),
      entangleFingerprints(),
      entangleFingerprints(),
    ],
    ...['contended-1', 'contended-1', 'contended-2', 'contended-2'].map(contendForTopology),
  ])
  for (const [key, value] of created) load.ledger.stored(key, value)
  return load
}

/** Checks that no acknowledged write is lost, that no write is partial, and that every invariant holds. */
export async function expectConsistent(load: Load, run: Run): Promise<void> {
  expect(load.faults.slice(0, 10)).toEqual([])
  expect(load.ledger.settle(await readRegisters(run)).slice(0, 10)).toEqual([])
  expect(await run(COUNTED_AS_CREATED)).toEqual([])
  expect(await findViolations(run)).toEqual([])
}

// Helpers

const MAPPING = {
  fieldMappings: { resource: 'host' },
  defaultValues: { event: 'Down', environment: 'Ledger', type: 'check', text: 'it is down', severity: 'major' },
}

const MOVING = {
  fieldMappings: { resource: 'host', event: 'check', severity: 'severity', fingerprint: 'fingerprint' },
  defaultValues: { environment: 'Ledger', type: 'check', text: 'it is full' },
}

async function make(url: string, path: string, json: object): Promise<{ readonly id: string }> {
  const { status, body } = await send(url, { method: 'POST', path, json })
  expect(status, JSON.stringify(body)).toBe(201)
  return body as { readonly id: string }
}
