import { type CmdbReport, OpsgraphError, type Topology } from '@opsgraph/core'
import type { RelationClaim } from '@opsgraph/core/store'
import { propertyRuns, type StoreHarness } from '@opsgraph/store-contract'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { ClaimedNodes, DrawnEdge } from './claimed-nodes.js'
import { type Claim, type ClaimedRelation, keyOf, nameOf, strongestFirst } from './claimed-relations.js'
import { comparable } from './comparable-report.js'
import { anyGraphCommand, type CommandOf, type GraphCommand, LAB } from './graph-command.js'
import { type CommandResult, GraphModel } from './graph-model.js'
import { admin, type Stage, setStage } from './stage.js'

/**
 * Compares the resource graph with a model after each of many commands. Sources state and withdraw relations and nodes;
 * resources are renamed and get aliases. Relations, claims, nodes, aliases and active alerts must be the same.
 */
export function graphSourcesContract(harness: StoreHarness): void {
  it('should show what a simple model shows, whatever sources do and how resources are called', async () => {
    // Two lists of commands are together longer than one list, and shrink equally well.
    const commands = fc.noBias(fc.array(anyGraphCommand(), { maxLength: 24, size: 'max' }))
    const end = performance.now() + LONGEST_MILLISECONDS * Math.max(1, harness.propertyFactor ?? 1)
    const property = fc.asyncProperty(commands, commands, async (first, second) => {
      if (performance.now() > end) return
      let now = 0
      const stage = await setStage(harness, undefined, () => timeOf(now))
      const model = new GraphModel()
      for (const command of [...first, ...second]) {
        now++
        await compareOutcomes(stage, { model, command, now })
        await expectSame(stage, model)
        await expectSameWalks(stage, model, nameIn(command))
      }
    })
    await fc.assert(property, propertyRuns(harness, 24))
  })
}

// Helpers: the commands.

interface CommandRun {
  readonly model: GraphModel
  readonly command: GraphCommand
  readonly now: number
}

/**
 * After this many milliseconds, the remaining runs do nothing, because runs on a database are slow on a busy machine.
 */
const LONGEST_MILLISECONDS = 30_000

/**
 * The time between two commands in milliseconds. Topologies that a command saves have times some milliseconds later.
 */
const STEP_MILLISECONDS = 60_000

function timeOf(now: number): Date {
  return new Date(Date.UTC(2026, 0, 1) + now * STEP_MILLISECONDS)
}

function toCommandNumber(time: string): number {
  return (Date.parse(time) - timeOf(0).getTime()) / STEP_MILLISECONDS
}

async function compareOutcomes(stage: Stage, { model, command, now }: CommandRun): Promise<void> {
  if (command.kind === 'import') return await compareImports(stage, { model, command, now })
  const outcome = await outcomeOf(() => run(stage, command))
  expect(outcome.kind).toBe(model.apply(command, now))
  const before = edgesIn(model)
  await observe(stage, model)
  if (command.kind !== 'decommission' || outcome.kind !== 'done') return
  // A topology that loses nodes still states its other relations.
  for (const [service, modeled] of [...model.topologies].sort(byTime)) {
    if (outcome.value.includes(service)) model.applyEdges(modeled)
    else expect(modeled.edges).toEqual(before.get(service))
  }
}

async function compareImports(
  stage: Stage,
  turn: CommandRun & { readonly command: CommandOf<'import'> },
): Promise<void> {
  const { model, command, now } = turn
  const dry = await outcomeOf(() => importing(stage, command, true))
  const outcome = await outcomeOf(() => importing(stage, command))
  expect(outcome.kind).toBe(dry.kind)
  if (outcome.kind === 'invalid' && model.mayCloseCycle(command)) return
  expect(outcome.kind).toBe(model.apply(command, now))
  if (outcome.kind !== 'done' || dry.kind !== 'done') return
  expect(comparable(outcome.value)).toEqual(comparable(dry.value))
  const before = edgesIn(model)
  await observe(stage, model)
  for (const { service, nodes, edges } of outcome.value.topologies) {
    const modeled = model.topologies.get(service)
    const changed = [nodes, edges].flatMap(({ create, update, remove }) => [create, update, remove])
    if (modeled !== undefined && changed.some((count) => count > 0)) model.applyEdges(modeled)
  }
  expectEdges(model, command, { withdrawn: model.withdrawImported(command), before })
  const { relations, topologies } = await importing(stage, command, true)
  for (const { create, update, remove } of [relations, ...topologies.flatMap(({ nodes, edges }) => [nodes, edges])]) {
    expect([create, update, remove]).toEqual([0, 0, 0])
  }
}

function edgesIn({ topologies }: GraphModel): ReadonlyMap<string, readonly DrawnEdge[]> {
  return new Map([...topologies].map(([service, { edges }]) => [service, edges]))
}

function byTime([, one]: readonly [string, ClaimedNodes], [, other]: readonly [string, ClaimedNodes]): number {
  return one.time - other.time
}

type Answered<Value> =
  | { readonly kind: 'done'; readonly value: Value }
  | { readonly kind: Exclude<CommandResult, 'done'> }

async function outcomeOf<Value>(work: () => Promise<Value>): Promise<Answered<Value>> {
  try {
    return { kind: 'done', value: await work() }
  } catch (error) {
    if (!(error instanceof OpsgraphError)) throw error
    return { kind: error.kind as Exclude<CommandResult, 'done'> }
  }
}

async function importing({ opsgraph }: Stage, command: CommandOf<'import'>, dryRun = false): Promise<CmdbReport> {
  const body = new TextEncoder().encode(JSON.stringify(command.file.map((record) => ({ environment: LAB, ...record }))))
  const { source, mode } = command
  return (await opsgraph.importCmdb(admin, { body, options: { source, mode }, dryRun })).report
}

/** @returns the services whose topologies the command saves */
async function run(
  { opsgraph }: Stage,
  command: Exclude<GraphCommand, { kind: 'import' }>,
): Promise<readonly string[]> {
  const environment = LAB
  switch (command.kind) {
    case 'put': {
      const { kind: _, ...relation } = command
      await opsgraph.putRelation(admin, { environment, ...relation })
      break
    }
    case 'delete': {
      const { kind: _, ...selection } = command
      await opsgraph.deleteRelationsOf(admin, { environment, ...selection })
      break
    }
    case 'alert': {
      const { kind: _, ...alert } = command
      await opsgraph.receiveAlert(admin, { environment, event: 'Down', ...alert })
      break
    }
    case 'rename': {
      const { kind: _, ...renaming } = command
      await opsgraph.renameResource(admin, { environment, ...renaming })
      break
    }
    case 'alias': {
      const { alias, resource } = command
      await opsgraph.putResourceAlias(admin, { environment, alias, body: { resource } })
      break
    }
    case 'unalias':
      await opsgraph.deleteResourceAlias(admin, { environment, alias: command.alias })
      break
    case 'decommission': {
      const { changes } = await opsgraph.decommissionResources(admin, { environment, resources: [command.resource] })
      return changes.flatMap((change) => ('service' in change ? (change.service ?? []) : []))
    }
  }
  return []
}

// Helpers: the comparison.

/** Copies the ids and the edges of the stored topologies into the model. */
async function observe(stage: Stage, model: GraphModel): Promise<void> {
  for (const topology of await topologiesOf(stage)) {
    const modeled = model.topologies.get(topology.service)
    if (modeled === undefined) continue
    modeled.id = topology.id
    modeled.time = toCommandNumber(topology.updateTime)
    modeled.edges = edgesBetween(topology)
  }
}

async function topologiesOf({ opsgraph }: Stage): Promise<readonly Topology[]> {
  return (await opsgraph.listTopologies(admin, {})).items
}

function edgesBetween({ nodes, edges }: Topology): readonly DrawnEdge[] {
  const resources = new Map(nodes.map(({ id, resource }) => [id, resource]))
  return edges
    .flatMap(({ source, target }) => {
      const [parent, resource] = [resources.get(source), resources.get(target)]
      return parent && resource ? [[parent, resource] as const] : []
    })
    .sort()
}

interface Withdrawal {
  /** The keys of the relations that the source of an import no longer states. */
  readonly withdrawn: ReadonlySet<string>
  /** The edges before the import. */
  readonly before: ReadonlyMap<string, readonly DrawnEdge[]>
}

/**
 * Expects that the edges from the parents of a record are drawn, if the parents have nodes. An edge from a parent that
 * the source no longer states stays if, and only if, a source other than a topology states the relation
 * (rules.md#cmdb-topologies-4).
 */
function expectEdges(model: GraphModel, command: CommandOf<'import'>, { withdrawn, before }: Withdrawal): void {
  for (const { resource, parents, services } of model.resolveFile(command)) {
    for (const service of services) {
      const { nodes, edges } = model.topologies.get(service) as ClaimedNodes
      const drawn = parentsIn(edges, resource)
      expect(drawn).toEqual(expect.arrayContaining(parents.filter((parent) => nodes.has(parent))))
      const former = parentsIn(before.get(service) ?? [], resource)
      for (const parent of former.filter(
        (name) => withdrawn.has(keyOf({ resource, parent: name })) && nodes.has(name),
      )) {
        const claims = [...(model.relations.of({ resource, parent })?.claims.values() ?? [])]
        expect([parent, drawn.includes(parent)]).toEqual([parent, claims.some(({ source }) => source !== 'topology')])
      }
    }
  }
}

function parentsIn(edges: readonly DrawnEdge[], resource: string): readonly string[] {
  return edges.flatMap(([parent, child]) => (child === resource ? [parent] : []))
}

/** Compares the claims of all relations, and for the relation with most claims also their order. */
async function expectSameRelations({ opsgraph, store }: Stage, model: GraphModel): Promise<void> {
  const { items } = await opsgraph.listRelations(admin, { pageSize: 100 })
  const shown = items.map(({ resource, parent, source, sourceRef, updateTime }) => {
    return { resource, parent, shown: nameOf({ source, sourceRef }), updateTime: toCommandNumber(updateTime) }
  })
  const expected = model.relations.all
  expect(shown).toEqual(expected.map(({ claims: _, ...relation }) => relation))
  const claimed = (await store.relations.claims(items)).map((claim) => `${keyOf(claim)}: ${textOf(claim)}`)
  expect(claimed.sort()).toEqual(
    expected.flatMap((relation) => textsOf(relation).map((text) => `${keyOf(relation)}: ${text}`)).sort(),
  )
  const [most] = expected.toSorted((one, other) => other.claims.size - one.claims.size)
  const stored = items.find((relation) => most !== undefined && keyOf(relation) === keyOf(most))
  if (most === undefined || stored === undefined) return
  expect((await opsgraph.readRelationClaims(admin, stored.id)).map(textOf)).toEqual(textsOf(most))
}

/** Formats the claims of a relation as texts, the strongest first. */
function textsOf({ claims, shown }: ClaimedRelation): readonly string[] {
  const ranked = strongestFirst([...claims.values()])
  const isShown = (claim: Claim) => nameOf(claim) === shown
  return [...ranked.filter(isShown), ...ranked.filter((claim) => !isShown(claim))].map((claim) => {
    return `${nameOf(claim)} from ${claim.firstTime} to ${claim.lastTime}`
  })
}

function textOf({ firstTime, lastTime, ...claim }: RelationClaim): string {
  return `${nameOf(claim)} from ${toCommandNumber(firstTime)} to ${toCommandNumber(lastTime)}`
}

async function expectSame(stage: Stage, model: GraphModel): Promise<void> {
  const { opsgraph } = stage
  await expectSameRelations(stage, model)
  const { items: aliases } = await opsgraph.listResourceAliases(admin, {})
  expect(aliases.map(({ alias, resource }) => [alias, resource])).toEqual([...model.aliases].sort())
  const { items: alerts } = await opsgraph.listAlerts(admin, { filters: { status: ['open'] } })
  expect(
    alerts.map(({ resource, resourceParent, resourceChildren }) => [resource, resourceParent, resourceChildren]).sort(),
  ).toEqual(
    [...model.alerts]
      .filter(([, { isActive }]) => isActive)
      .map(([resource, { resourceParent, resourceChildren }]) => [resource, resourceParent, resourceChildren])
      .sort(),
  )
  const topologies = await topologiesOf(stage)
  expect(topologies.map(nodesIn).sort()).toEqual([...model.topologies].map(nodesOf).sort())
  for (const { nodes, edges } of topologies) {
    const reached = new Set(edges.map(({ target }) => target))
    expect(nodes.filter(({ id, kind }) => kind !== 'service' && !reached.has(id))).toEqual([])
  }
}

/** Formats the nodes of a topology with their claims: `name shown type: sources`. */
function nodesIn({ service, nodes }: Topology): readonly string[] {
  const texts = nodes.flatMap(({ kind, label, params: { type, claims = [] } }) => {
    const sources = [...(claims as string[])]
    if (kind === 'service') return []
    return kind === 'environment' ? [`${label}: ${sources.sort()}`] : [`${label} ${type ?? ''}: ${sources}`]
  })
  return [service, ...texts.sort()]
}

function nodesOf([service, { nodes, environment }]: readonly [string, ClaimedNodes]): readonly string[] {
  const texts = Array.from(nodes, ([resource, { types, shown }]) => `${resource} ${shown}: ${[...types.keys()]}`)
  if (environment !== undefined) texts.push(`${LAB}: ${[...environment].sort()}`)
  return [service, ...texts.sort()]
}

/** Compares the walks through the graph in memory with walks through the model. */
async function expectSameWalks({ opsgraph }: Stage, model: GraphModel, resource: string): Promise<void> {
  const start = model.meant(resource)
  const graph = await opsgraph.readResourceGraph(admin, { environment: LAB, resource: start })
  const { all: relations } = model.relations
  const parentsOf = (name: string) => relations.filter((one) => one.resource === name).map((one) => one.parent)
  const childrenOf = (name: string) => relations.filter((one) => one.parent === name).map((one) => one.resource)
  expect(graph.ancestors?.map((entry) => entry.resource).sort()).toEqual(reached(start, parentsOf))
  expect(graph.descendants?.map((entry) => entry.resource).sort()).toEqual(reached(start, childrenOf))
}

function reached(start: string, next: (name: string) => readonly string[]): readonly string[] {
  const found = new Set([start])
  for (const name of found) for (const other of next(name)) found.add(other)
  return [...found].filter((name) => name !== start).sort()
}

function nameIn(command: GraphCommand): string {
  if (command.kind === 'import') return command.file[0]?.resource ?? 'a'
  if (command.kind === 'rename') return command.from
  return command.kind === 'alias' || command.kind === 'unalias' ? command.alias : command.resource
}
