import { ClaimedNodes, type DrawnEdge, isCyclic } from './claimed-nodes.js'
import { ClaimedRelations, keyOf, nameOf } from './claimed-relations.js'
import type { CommandOf, GraphCommand, GraphRecord } from './graph-command.js'

interface NamingAlert {
  readonly resourceParent: string | null
  readonly resourceChildren: readonly string[]
  readonly isActive: boolean
  readonly activeSince: number
}

/** The result of a command: it is done, or refused for a reason. */
export type CommandResult = 'done' | 'invalid' | 'conflict' | 'notFound'

/**
 * What several sources state about a resource graph, in plain maps (rules.md#relation-claims, rules.md#claims-of-nodes,
 * rules.md#aliases, rules.md#rename, rules.md#decommissioning-resources). The edges of topologies are not modeled, but
 * copied from the store. They decide what topologies claim, and whether a rename would close a cycle.
 */
export class GraphModel {
  readonly relations = new ClaimedRelations()
  /** The topologies by service. */
  readonly topologies = new Map<string, ClaimedNodes>()
  readonly aliases = new Map<string, string>()
  readonly alerts = new Map<string, NamingAlert>()
  #now = 0

  /**
   * Applies a command. Afterwards, call {@link applyEdges} for the effects of the edges of topologies, and then {@link
   * withdrawImported} for the withdrawals of an import.
   */
  apply(command: GraphCommand, now: number): CommandResult {
    this.#now = now
    switch (command.kind) {
      case 'import':
        return this.#import(command)
      case 'put':
        return this.#put(command)
      case 'delete':
        this.relations.delete(this.#meantKey(command))
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
        return this.#decommission(this.meant(command.resource))
    }
  }

  /** Lets a topology claim the relations of its edges, and withdraw the relations that it no longer draws. */
  applyEdges({ id, edges, time }: ClaimedNodes): void {
    const own = { source: 'topology', sourceRef: id, time: Math.max(time, this.#now) } as const
    for (const [parent, resource] of edges) this.relations.state({ resource, parent, ...own })
    const drawn = new Set(edges.map(([parent, resource]) => keyOf({ resource, parent })))
    this.relations.withdraw((claim, relation) => {
      return nameOf(claim) === nameOf(own) && !drawn.has(keyOf(relation))
    }, this.#now)
  }

  /** Withdraws what the source of an import no longer claims. Returns the keys of these relations. */
  withdrawImported(command: CommandOf<'import'>): ReadonlySet<string> {
    const file = this.resolveFile(command)
    const own = `cmdb ${command.source}`
    const stated = new Set(edgesOf(file).map(([parent, resource]) => keyOf({ resource, parent })))
    const restated = new Set(file.flatMap(({ resource, parents }) => (parents.length > 0 ? [resource] : [])))
    return this.relations.withdraw((claim, relation) => {
      const isOwn = nameOf(claim) === own && !stated.has(keyOf(relation))
      return isOwn && (command.mode === 'replace' || restated.has(relation.resource))
    }, this.#now)
  }

  /** Returns the records with their aliases resolved. */
  resolveFile({ file }: CommandOf<'import'>): readonly GraphRecord[] {
    return file.map(({ resource, parents, ...record }) => {
      return { ...record, resource: this.meant(resource), parents: this.#meantList(parents) }
    })
  }

  /** Whether the edges of an import may close a cycle with the edges that a topology has. */
  mayCloseCycle(command: CommandOf<'import'>): boolean {
    const file = this.resolveFile(command)
    return [...this.topologies].some(([service, { edges }]) => {
      const added = edgesOf(file.filter(({ services }) => services.includes(service)))
      return added.length > 0 && isCyclic([...edges, ...added])
    })
  }

  meant(name: string): string {
    return this.aliases.get(name) ?? name
  }

  #meantList(names: readonly string[]): readonly string[] {
    return [...new Set(names.map((name) => this.meant(name)))]
  }

  #meantKey({ resource, parent }: { readonly resource: string; readonly parent: string }) {
    return { resource: this.meant(resource), parent: this.meant(parent) }
  }

  #import(command: CommandOf<'import'>): CommandResult {
    const file = this.resolveFile(command)
    const edges = edgesOf(file)
    if (new Set(file.map(({ resource }) => resource)).size < file.length || isCyclic(edges)) return 'invalid'
    const cmdb = { source: 'cmdb', sourceRef: command.source, time: this.#now, yields: true } as const
    for (const [parent, resource] of edges) this.relations.state({ resource, parent, ...cmdb })
    for (const { services } of file) {
      for (const service of services) {
        if (!this.topologies.has(service)) this.topologies.set(service, new ClaimedNodes())
      }
    }
    for (const [service, topology] of this.topologies) {
      const records = file.filter(({ services }) => services.includes(service))
      importNodes(topology, records, command)
    }
    return 'done'
  }

  #put({ source, sourceRef, ...relation }: CommandOf<'put'>): CommandResult {
    const key = this.#meantKey(relation)
    if (key.resource === key.parent) return 'invalid'
    this.relations.state({ ...key, source, sourceRef, time: this.#now })
    return 'done'
  }

  #alert(command: CommandOf<'alert'>): CommandResult {
    const resource = this.meant(command.resource)
    const parent = command.resourceParent === null ? null : this.meant(command.resourceParent)
    const children = this.#meantList(command.resourceChildren)
    const isActive = command.severity !== 'normal'
    const stored = this.alerts.get(resource)
    this.alerts.set(resource, {
      resourceParent: parent ?? stored?.resourceParent ?? null,
      resourceChildren: children.length > 0 ? children : (stored?.resourceChildren ?? []),
      isActive,
      activeSince: stored?.isActive ? stored.activeSince : this.#now,
    })
    const event = { source: 'event', sourceRef: command.origin, time: this.#now } as const
    for (const child of children) {
      if (child !== resource) this.relations.state({ resource: child, parent: resource, ...event })
    }
    if (parent === null || parent === resource) return 'done'
    this.relations.state({ resource, parent, ...event, isReplaceable: true })
    if (isActive) this.#replaceParent({ resource, parent, name: nameOf(event) })
    return 'done'
  }

  /** Replaces the parent that an origin has named before (rules.md#relations-of-an-alert-5). */
  #replaceParent({
    resource,
    parent,
    name,
  }: {
    readonly resource: string
    readonly parent: string
    readonly name: string
  }) {
    this.relations.withdraw((claim, relation) => {
      const isOfOrigin = nameOf(claim) === name && claim.isReplaceable
      return isOfOrigin && relation.resource === resource && relation.parent !== parent
    }, this.#now)
  }

  #alias({ alias, resource }: CommandOf<'alias'>): CommandResult {
    const isAliased = [...this.aliases.values()].includes(alias)
    if (alias === resource || this.aliases.has(resource)) return 'invalid'
    if (!this.aliases.has(alias) && this.#isInGraph(alias)) return 'conflict'
    if (isAliased) return 'invalid'
    this.aliases.set(alias, resource)
    return 'done'
  }

  #decommission(resource: string): CommandResult {
    const alert = this.alerts.get(resource)
    if (!this.#isInGraph(resource) && !alert?.isActive) return 'notFound'
    if (alert) this.alerts.set(resource, { ...alert, isActive: false })
    for (const { nodes } of this.topologies.values()) nodes.delete(resource)
    for (const relation of this.relations.naming(resource)) this.relations.delete(relation)
    for (const alias of this.#aliasesOf(resource)) this.aliases.delete(alias)
    return 'done'
  }

  #rename(command: CommandOf<'rename'>): CommandResult {
    const fault = this.#faultOf(command)
    if (fault !== undefined) return fault
    const { from, to } = command
    this.relations.rename(from, to)
    for (const topology of this.topologies.values()) topology.rename(from, to)
    this.#renameAlerts(from, to)
    const followers = this.#aliasesOf(from)
    this.aliases.delete(to)
    for (const alias of followers) if (alias !== to) this.aliases.set(alias, to)
    this.aliases.set(from, to)
    return 'done'
  }

  /** Returns why a rename is refused (rules.md#rename-6). */
  #faultOf({ from, to, merge }: CommandOf<'rename'>): CommandResult | undefined {
    if (from === to) return 'invalid'
    if (!this.#isNamed(from) && this.#aliasesOf(from).length === 0) return 'notFound'
    const isOther = this.aliases.has(to) && this.aliases.get(to) !== from
    if (isOther || (!merge && this.#isNamed(to))) return 'conflict'
    return [...this.topologies.values()].some((topology) => topology.wouldLoop(from, to)) ? 'conflict' : undefined
  }

  #renameAlerts(from: string, to: string): void {
    const renamed = (name: string) => (name === from ? to : name)
    for (const [resource, alert] of this.alerts) {
      if (!alert.isActive || !isNaming(resource, alert, from)) continue
      const own = renamed(resource)
      const parent = alert.resourceParent === null ? null : renamed(alert.resourceParent)
      const children = new Set(alert.resourceChildren.map(renamed))
      children.delete(own)
      const resourceParent = parent === own ? null : parent
      this.alerts.set(resource, { ...alert, resourceParent, resourceChildren: [...children] })
    }
    const moved = this.alerts.get(from)
    if (!moved?.isActive) return
    const met = this.alerts.get(to)
    this.alerts.delete(from)
    if (!met?.isActive || met.activeSince > moved.activeSince) this.alerts.set(to, moved)
  }

  #aliasesOf(resource: string): readonly string[] {
    return [...this.aliases].filter(([, meant]) => meant === resource).map(([alias]) => alias)
  }

  #isInGraph(name: string): boolean {
    return this.relations.naming(name).length > 0 || [...this.topologies.values()].some(({ nodes }) => nodes.has(name))
  }

  #isNamed(name: string): boolean {
    const isNamedByAlert = [...this.alerts].some(
      ([resource, alert]) => alert.isActive && isNaming(resource, alert, name),
    )
    return isNamedByAlert || this.#isInGraph(name)
  }
}

// Helpers

function edgesOf(file: readonly GraphRecord[]): readonly DrawnEdge[] {
  return file.flatMap(({ resource, parents }) => parents.map((parent): DrawnEdge => [parent, resource]))
}

function importNodes(
  topology: ClaimedNodes,
  records: readonly GraphRecord[],
  { source, mode }: CommandOf<'import'>,
): void {
  for (const { resource, type } of records) {
    topology.state(resource, source, type === '' && mode === 'merge' ? undefined : type)
  }
  if (mode === 'replace') topology.withdrawUnlisted(source, new Set(records.map(({ resource }) => resource)))
}

function isNaming(resource: string, { resourceParent, resourceChildren }: NamingAlert, name: string): boolean {
  return [resource, resourceParent, ...resourceChildren].includes(name)
}
