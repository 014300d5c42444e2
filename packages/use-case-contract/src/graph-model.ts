import type { RelationSource } from '@opsgraph/core'
import { rankOf } from '@opsgraph/core/store'
import type { CommandOf, GraphCommand } from './graph-command.js'

/** What one source claims of a relation. Times are the numbers of commands. */
export interface Claim {
  readonly source: RelationSource
  readonly sourceRef: string
  readonly firstTime: number
  readonly lastTime: number
  readonly isReplaceable: boolean
}

export interface Relation {
  readonly resource: string
  readonly parent: string
  /** `source sourceRef` of the claim that the relation shows. */
  readonly shown: string
  readonly updateTime: number
  readonly claims: ReadonlyMap<string, Claim>
}

interface Alert {
  readonly resourceParent: string | null
  readonly resourceChildren: readonly string[]
  readonly isActive: boolean
  readonly activeSince: number
}

interface Node {
  /** The types that the sources state, the first source first. */
  readonly types: Map<string, string>
  shown: string
}

/** The nodes of the topology of one service. */
export interface Drawing {
  readonly nodes: Map<string, Node>
  /** The sources that claim the environment node; `undefined` if there is no such node. */
  environment: Set<string> | undefined
  /** Of the stored topology: its id, when it was saved, and its edges `[parent, resource]` between resources. */
  id: string
  time: number
  edges: readonly (readonly [string, string])[]
}

export type Outcome = 'done' | 'invalid' | 'conflict' | 'notFound'

/**
 * What several sources state about a resource graph, in plain maps (rules.md#relation-claims, rules.md#claims-of-nodes,
 * rules.md#aliases, rules.md#rename, rules.md#decommissioning-resources). Edges of topologies are observed, not
 * modeled: they decide what topologies claim, and whether a rename would close a cycle.
 */
export class GraphModel {
  readonly relations = new Map<string, Relation>()
  readonly drawings = new Map<string, Drawing>()
  readonly aliases = new Map<string, string>()
  readonly alerts = new Map<string, Alert>()
  #now = 0

  /** Applies a command, except what imports and topologies do after the topologies are known: see {@link redrawn}. */
  apply(command: GraphCommand, now: number): Outcome {
    this.#now = now
    switch (command.kind) {
      case 'import':
        return this.#import(command)
      case 'put':
        return this.#put(command)
      case 'delete':
        this.relations.delete(this.#keyOf(command))
        return 'done'
      case 'alert':
        return this.#alert(command)
      case 'rename':
        return this.#rename(command)
      case 'alias':
        return this.#alias(command)
      case 'unalias':
        return this.aliases.delete(command.alias) ? 'done' : 'notFound'
      case 'decommission':
        return this.#decommission(this.#meant(command.resource))
    }
  }

  /** A topology claims the relations of its edges: those that it no longer draws are withdrawn. */
  redrawn({ id, edges, time }: Drawing): void {
    for (const [parent, resource] of edges) {
      const lastTime = Math.max(time, this.#now)
      this.#state(resource, parent, { source: 'topology', sourceRef: id, lastTime })
    }
    const drawn = new Set(edges.map(([parent, resource]) => keyOf({ resource, parent })))
    this.#withdraw(({ source, sourceRef }, key) => source === 'topology' && sourceRef === id && !drawn.has(key))
  }

  /** Withdraws what the source of an import claims no longer. Returns the keys of these relations. */
  withdrawImported({ source, mode, file }: CommandOf<'import'>): ReadonlySet<string> {
    const own = `cmdb ${source}`
    const stated = new Set<string>()
    const restated = new Set<string>()
    for (const { resource, parents } of file) {
      if (parents.length > 0) restated.add(this.#meant(resource))
      for (const parent of parents) stated.add(this.#keyOf({ resource, parent }))
    }
    return this.#withdraw((claim, key, { resource }) => {
      return nameOf(claim) === own && !stated.has(key) && (mode === 'replace' || restated.has(resource))
    })
  }

  /** The records with the names that aliases mean. */
  meantFile({ file }: CommandOf<'import'>) {
    return file.map((record) => ({
      ...record,
      resource: this.#meant(record.resource),
      parents: [...new Set(record.parents.map((parent) => this.#meant(parent)))],
    }))
  }

  /** Whether the edges of an import may close a cycle with the edges that a topology has. */
  mayCloseCycle(command: CommandOf<'import'>): boolean {
    const file = this.meantFile(command)
    return [...this.drawings].some(([service, { edges }]) => {
      const records = file.filter(({ services }) => services.includes(service))
      const added = records.flatMap(({ resource, parents }) => parents.map((parent) => [parent, resource] as const))
      return added.length > 0 && isCyclic([...edges, ...added])
    })
  }

  #meant(name: string): string {
    return this.aliases.get(name) ?? name
  }

  #keyOf({ resource, parent }: Pick<Relation, 'resource' | 'parent'>): string {
    return keyOf({ resource: this.#meant(resource), parent: this.#meant(parent) })
  }

  #import(command: CommandOf<'import'>): Outcome {
    const file = this.meantFile(command)
    const { source, mode } = command
    const names = new Set(file.map(({ resource }) => resource))
    const pairs = file.flatMap(({ resource, parents }) => parents.map((parent) => [parent, resource] as const))
    if (names.size < file.length || isCyclic(pairs)) return 'invalid'
    for (const [parent, resource] of pairs) this.#state(resource, parent, { source: 'cmdb', sourceRef: source }, true)
    for (const service of new Set([...file.flatMap(({ services }) => services), ...this.drawings.keys()])) {
      const records = file.filter(({ services }) => services.includes(service))
      const drawing = this.drawings.get(service) ?? {
        ...{ nodes: new Map(), environment: undefined, id: '', time: 0, edges: [] },
      }
      this.drawings.set(service, drawing)
      for (const { resource, type } of records) {
        const node = drawing.nodes.get(resource) ?? { types: new Map(), shown: '' }
        drawing.nodes.set(resource, node)
        restate(node, source, type === '' && mode === 'merge' ? undefined : type)
      }
      if (records.length > 0) drawing.environment = (drawing.environment ?? new Set()).add(source)
      if (mode === 'replace') leave(drawing, source, new Set(records.map(({ resource }) => resource)))
    }
    return 'done'
  }

  #put({ resource, parent, source, sourceRef }: CommandOf<'put'>): Outcome {
    const [child, above] = [this.#meant(resource), this.#meant(parent)]
    if (child === above) return 'invalid'
    this.#state(child, above, { source, sourceRef })
    return 'done'
  }

  #alert({ resource, origin, severity, resourceParent, resourceChildren }: CommandOf<'alert'>): Outcome {
    const own = this.#meant(resource)
    const parent = resourceParent === null ? null : this.#meant(resourceParent)
    const children = [...new Set(resourceChildren.map((child) => this.#meant(child)))]
    const isActive = severity !== 'normal'
    const stored = this.alerts.get(own)
    this.alerts.set(own, {
      resourceParent: parent ?? stored?.resourceParent ?? null,
      resourceChildren: children.length > 0 ? children : (stored?.resourceChildren ?? []),
      isActive,
      activeSince: stored?.isActive && isActive ? stored.activeSince : this.#now,
    })
    const event = { source: 'event' as const, sourceRef: origin }
    for (const child of children) if (child !== own) this.#state(child, own, event)
    if (parent === null || parent === own) return 'done'
    this.#state(own, parent, { ...event, isReplaceable: true })
    if (!isActive) return 'done'
    this.#withdraw((claim, _, relation) => {
      const isOfOrigin = nameOf(claim) === `event ${origin}` && claim.isReplaceable
      return isOfOrigin && relation.resource === own && relation.parent !== parent
    })
    return 'done'
  }

  #alias({ alias, resource }: CommandOf<'alias'>): Outcome {
    const isAliased = [...this.aliases.values()].includes(alias)
    if (alias === resource || this.aliases.has(resource) || isAliased) return 'invalid'
    if (!this.aliases.has(alias) && this.#isInGraph(alias)) return 'conflict'
    this.aliases.set(alias, resource)
    return 'done'
  }

  #decommission(resource: string): Outcome {
    const alert = this.alerts.get(resource)
    if (!this.#isInGraph(resource) && !alert?.isActive) return 'notFound'
    if (alert) this.alerts.set(resource, { ...alert, isActive: false })
    for (const { nodes } of this.drawings.values()) nodes.delete(resource)
    for (const [key, relation] of this.relations) if (names(relation, resource)) this.relations.delete(key)
    for (const [alias, meant] of this.aliases) if (meant === resource) this.aliases.delete(alias)
    return 'done'
  }

  #rename({ from, to, merge }: CommandOf<'rename'>): Outcome {
    if (from === to) return 'invalid'
    const followers = [...this.aliases].filter(([, meant]) => meant === from)
    if (!this.#isNamed(from) && followers.length === 0) return 'notFound'
    const next = this.aliases.get(to)
    if (next !== undefined && next !== from) return 'conflict'
    if (!merge && this.#isNamed(to)) return 'conflict'
    const renamed = (name: string) => (name === from ? to : name)
    for (const { nodes, edges } of this.drawings.values()) {
      const moved = edges.map(([parent, resource]) => [renamed(parent), renamed(resource)] as const)
      const isJoined = nodes.has(from) && nodes.has(to)
      if (isJoined && isCyclic(moved.filter(([parent, resource]) => parent !== resource))) return 'conflict'
    }
    for (const relation of [...this.relations.values()]) {
      if (!names(relation, from)) continue
      this.relations.delete(keyOf(relation))
      this.#place({ ...relation, resource: renamed(relation.resource), parent: renamed(relation.parent) })
    }
    for (const { nodes } of this.drawings.values()) renameNode(nodes, from, to)
    this.#renameAlerts(from, renamed)
    this.aliases.delete(to)
    for (const [alias] of followers) if (alias !== to) this.aliases.set(alias, to)
    this.aliases.set(from, to)
    return 'done'
  }

  /** Stores a renamed relation. If it meets another one, the two become one with the claims of both. */
  #place(moved: Relation): void {
    if (moved.resource === moved.parent) return
    const key = keyOf(moved)
    const met = this.relations.get(key)
    if (met === undefined) return void this.relations.set(key, moved)
    const claims = new Map(met.claims)
    for (const [name, claim] of moved.claims) {
      const known = claims.get(name) ?? claim
      claims.set(name, {
        ...claim,
        firstTime: Math.min(claim.firstTime, known.firstTime),
        lastTime: Math.max(claim.lastTime, known.lastTime),
        isReplaceable: claim.isReplaceable && known.isReplaceable,
      })
    }
    const distance = rankIn(moved) - rankIn(met)
    const isShown = distance < 0 || (distance === 0 && moved.updateTime >= met.updateTime)
    const updateTime = Math.max(moved.updateTime, met.updateTime)
    this.relations.set(key, { ...met, claims, shown: isShown ? moved.shown : met.shown, updateTime })
  }

  #renameAlerts(from: string, renamed: (name: string) => string): void {
    for (const [resource, alert] of this.alerts) {
      if (!alert.isActive || !alertNames(resource, alert, from)) continue
      const own = renamed(resource)
      const parent = alert.resourceParent === null ? null : renamed(alert.resourceParent)
      const children = new Set(alert.resourceChildren.map(renamed))
      children.delete(own)
      const resourceParent = parent === own ? null : parent
      this.alerts.set(resource, { ...alert, resourceParent, resourceChildren: [...children] })
    }
    const moved = this.alerts.get(from)
    if (!moved?.isActive) return
    const to = renamed(from)
    const met = this.alerts.get(to)
    this.alerts.delete(from)
    if (!met?.isActive || met.activeSince > moved.activeSince) this.alerts.set(to, moved)
  }

  #isInGraph(name: string): boolean {
    return (
      [...this.relations.values()].some((relation) => names(relation, name)) ||
      [...this.drawings.values()].some(({ nodes }) => nodes.has(name))
    )
  }

  #isNamed(name: string): boolean {
    return (
      this.#isInGraph(name) ||
      [...this.alerts].some(([resource, alert]) => alert.isActive && alertNames(resource, alert, name))
    )
  }

  #state(
    resource: string,
    parent: string,
    stated: Pick<Claim, 'source' | 'sourceRef'> & Partial<Claim>,
    yields = false,
  ): void {
    const key = keyOf({ resource, parent })
    const name = nameOf(stated)
    const stored = this.relations.get(key)
    const known = stored?.claims.get(name)
    const lastTime = stated.lastTime ?? this.#now
    const claim = {
      ...{ source: stated.source, sourceRef: stated.sourceRef },
      firstTime: known?.firstTime ?? lastTime,
      lastTime,
      isReplaceable: (stated.isReplaceable ?? false) && known?.isReplaceable !== false,
    }
    const claims = new Map(stored?.claims).set(name, claim)
    const distance = stored === undefined ? -1 : rankOf(stated.source) - rankIn(stored)
    const isShown = distance < 0 || (distance === 0 && !yields)
    const shown = stored === undefined || isShown ? name : stored.shown
    this.relations.set(key, { resource, parent, shown, updateTime: lastTime, claims })
  }

  #withdraw(isGone: (claim: Claim, key: string, relation: Relation) => boolean): ReadonlySet<string> {
    const withdrawn = new Set<string>()
    for (const [key, relation] of [...this.relations]) {
      const claims = new Map([...relation.claims].filter(([, claim]) => !isGone(claim, key, relation)))
      if (claims.size < relation.claims.size) withdrawn.add(key)
      const [next] = strongestFirst([...claims.values()])
      if (next === undefined) this.relations.delete(key)
      else if (claims.has(relation.shown)) this.relations.set(key, { ...relation, claims })
      else this.relations.set(key, { ...relation, claims, shown: nameOf(next), updateTime: this.#now })
    }
    return withdrawn
  }
}

/** By rank, then the newest first, then by sourceRef (rules.md#relation-claims-2). */
export function strongestFirst(claims: readonly Claim[]): readonly Claim[] {
  return claims.toSorted(
    (one, other) =>
      rankOf(one.source) - rankOf(other.source) ||
      other.lastTime - one.lastTime ||
      (one.sourceRef < other.sourceRef ? -1 : 1),
  )
}

export function nameOf({ source, sourceRef }: { readonly source: string; readonly sourceRef: string | null }): string {
  return `${source} ${sourceRef}`
}

export function isCyclic(edges: readonly (readonly [string, string])[]): boolean {
  const reaches = (from: string, seen: readonly string[]): boolean =>
    seen.includes(from) || edges.some(([parent, resource]) => parent === from && reaches(resource, [...seen, from]))
  return edges.some(([parent]) => reaches(parent, []))
}

// Helpers

export function keyOf({ resource, parent }: Pick<Relation, 'resource' | 'parent'>): string {
  return `${resource} < ${parent}`
}

function names({ resource, parent }: Relation, name: string): boolean {
  return resource === name || parent === name
}

function alertNames(resource: string, { resourceParent, resourceChildren }: Alert, name: string): boolean {
  return [resource, resourceParent, ...resourceChildren].includes(name)
}

function rankIn({ claims, shown }: Relation): number {
  return rankOf(claims.get(shown)?.source ?? 'policy')
}

/** A new type shows, a repeated one only if nobody states the shown one (rules.md#claims-of-nodes-5). */
function restate(node: Node, source: string, type: string | undefined): void {
  const before = node.types.get(source) ?? ''
  const after = type ?? before
  node.types.set(source, after)
  if (type === undefined) return
  const isStated = [...node.types].some(([other, stated]) => other !== source && stated === node.shown)
  if (after === '') hide(node, before)
  else if (before !== after || node.shown === '' || !isStated) node.shown = after
}

/** A type that goes gives way to that of the first source that states one (rules.md#claims-of-nodes-6). */
function hide(node: Node, type: string): void {
  if (type === '' || node.shown !== type) return
  node.shown = [...node.types.values()].find((other) => other !== '') ?? ''
}

/** Withdraws the claims of a source on nodes that its file does not list. A node goes with its last claim. */
function leave(drawing: Drawing, source: string, listed: ReadonlySet<string>): void {
  const { nodes, environment } = drawing
  for (const [resource, node] of nodes) {
    const type = node.types.get(source)
    if (type === undefined || listed.has(resource)) continue
    node.types.delete(source)
    hide(node, type)
    if (node.types.size === 0) nodes.delete(resource)
  }
  if (listed.size > 0 || environment === undefined) return
  const isLast = environment.has(source) && environment.size === 1
  if (!isLast) environment.delete(source)
  else if (nodes.size === 0) drawing.environment = undefined
}

function renameNode(nodes: Map<string, Node>, from: string, to: string): void {
  const own = nodes.get(from)
  const met = nodes.get(to)
  nodes.delete(from)
  if (own === undefined) return
  if (met === undefined) return void nodes.set(to, own)
  for (const [source, type] of own.types) if (!met.types.has(source)) met.types.set(source, type)
}
