import type { Alert, Edge, Node, Severity } from '@opsgraph/core'
import { ACTIVE_STATUSES, readAlert, SEVERITIES } from '@opsgraph/core/pure'
import fc from 'fast-check'
import type { NaiveRule, NaiveState, NaiveTopology } from './naive-impact/state.js'

/** The parents of each resource, in rank order. */
export type RankedParents = ReadonlyMap<string, readonly string[]>

/** A state, and the changes that follow. */
export interface World extends NaiveState {
  /** Each change maps the ids of alerts to the alerts that replace them; `undefined` = the alert is removed. */
  readonly changes: readonly ReadonlyMap<string, Alert | undefined>[]
}

/**
 * Generates states of the environments `P` and `Q`. The relations may form circles. `rules` is empty unless rules are
 * given.
 */
export function states(
  names: number,
  parents: fc.Arbitrary<RankedParents>,
  changes: fc.Arbitrary<World['changes']> = fc.constant([]),
  rules: fc.Arbitrary<readonly NaiveRule[]> = fc.constant([]),
): fc.Arbitrary<World> {
  return fc.record({
    alerts: fc.array(alertFields(names), { minLength: 1, maxLength: 10 }).map((entries) => entries.map(toAlert)),
    changes,
    parents: fc.tuple(parents, parents).map(
      ([P, Q]) =>
        new Map([
          ['P', P],
          ['Q', Q],
        ]),
    ),
    services: fc
      .array(topology(names), { minLength: 1, maxLength: 4 })
      .map((drawn) => [
        ...drawn.map((graph, index) => ({ ...service(`s${index}`, index), topology: { id: `t${index}`, ...graph } })),
        { ...service('named', 3), topology: undefined },
      ]),
    rules,
  })
}

export function service(name: string, index: number) {
  const contact = { owner: `Owner of ${name}`, runbook: `https://wiki.example.com/${name}` }
  const accepts = ({ event }: Alert) => event !== `event-${index}`
  return { service: name, name: `Service ${name}`, ...contact, accepts }
}

/**
 * Generates up to five resource nodes. Each of them is below its environment, below earlier resource nodes, or below
 * both.
 */
function topology(names: number): fc.Arbitrary<Pick<NaiveTopology, 'nodes' | 'edges'>> {
  const drawn = fc.record({ environment: fc.constantFrom('P', 'P', 'Q'), label: resource(names), below: fc.nat(31) })
  const id = ({ environment, label }: { environment: string; label: string }) => `${environment}/${label}`
  return fc.uniqueArray(drawn, { maxLength: 5, selector: id }).map((all) => {
    const environments = [...new Set(['P', ...all.map(({ environment }) => environment)])]
    const above = all.map((each, index) => {
      const before = all.slice(0, index).filter(({ environment }) => environment === each.environment)
      const parents = before.filter((_, bit) => each.below & (2 << bit)).map(id)
      return parents.length === 0 || each.below & 1 ? [...parents, each.environment] : parents
    })
    return {
      nodes: [
        node('service', 'service', null, null),
        ...environments.map((name) => node(name, 'environment', name, null)),
        ...all.map((each) => node(id(each), 'resource', each.environment, each.label)),
      ],
      edges: [
        ...environments.map((name) => edge('service', name)),
        ...all.flatMap((each, index) => (above[index] ?? []).map((source) => edge(source, id(each)))),
      ],
    }
  })
}

export function node(id: string, kind: Node['kind'], environment: string | null, resource: string | null): Node {
  return {
    ...{ id, kind, label: resource ?? environment ?? id, environment, resource },
    ...{ icon: '', params: {}, hierarchyConfig: {}, position: { x: 0, y: 0 } },
  }
}

export function edge(source: string, target: string): Edge {
  return { id: `${source} > ${target}`, source, target }
}

/** Generates rules for any resources: some never break, some always break, and some depend on the children. */
export function rules(names: number): fc.Arbitrary<readonly NaiveRule[]> {
  const rule = fc.record({
    environment: fc.constantFrom('P', 'P', 'P', 'Q'),
    resource: resource(names),
    minHealthy: fc.constantFrom<NaiveRule['minHealthy'][]>(0, 1, 1, 1, 2, 2, 3, 9, '1%', '50%', '67%', '100%'),
    failedAt: fc.constantFrom<Severity[]>('critical', 'major', 'major', 'warning', 'informational'),
    degraded: fc.constantFrom<(Severity | null)[]>('major', 'warning', 'warning', 'informational', null),
  })
  const selector = ({ environment, resource }: NaiveRule) => `${environment}/${resource}`
  return fc.uniqueArray(rule, { maxLength: 5, selector })
}

export function alertFields(names: number) {
  return fc.record({
    environment: fc.constantFrom('P', 'P', 'P', 'Q'),
    resource: resource(names),
    resourceParent: fc.option(resource(names), { freq: 3 }),
    severity: fc.constantFrom('critical', 'major', 'warning', 'warning', 'informational', ...SEVERITIES),
    status: fc.constantFrom('open', 'open', 'open', ...ACTIVE_STATUSES),
    service: fc.subarray(['s0', 'named', 'nobody']),
    activeSince: fc.integer({ min: 0, max: 3 }).map((minute) => `2026-01-01T00:0${minute}:00.000Z`),
  })
}

export function toAlert(fields: AlertFields, index: number): Alert {
  const { activeSince, status, severity, ...rest } = fields
  const draft = readAlert({ ...rest, event: `event-${index % 4}`, severity: 'major' })
  const times = { createTime: activeSince, activeSince, receiveTime: activeSince, lastReceiveTime: activeSince }
  const unchanged = { duplicateCount: 0, repeat: false, previousSeverity: null, updateTime: activeSince, history: [] }
  const ends = { expireTime: null, statusUntil: null, assignee: null, openCount: 1 }
  return { ...draft, id: `alert-${index}`, severity, status, ...times, ...unchanged, ...ends }
}

export type AlertFields = ReturnType<typeof alertFields> extends fc.Arbitrary<infer Fields> ? Fields : never

/** Generates changes of up to three alerts each. An alert is added, gets other fields, or is removed. */
export function changes(names: number): fc.Arbitrary<World['changes']> {
  const one = fc.tuple(fc.integer({ min: 0, max: 11 }), fc.option(alertFields(names), { freq: 3 }))
  const change = fc
    .uniqueArray(one, { minLength: 1, maxLength: 3, selector: ([index]) => index })
    .map(
      (all) =>
        new Map(all.map(([index, fields]) => [`alert-${index}`, fields === null ? undefined : toAlert(fields, index)])),
    )
  return fc.array(change, { minLength: 1, maxLength: 8 })
}

function resource(names: number): fc.Arbitrary<string> {
  return fc.integer({ min: 0, max: names - 1 }).map((number) => `r${number}`)
}

/** Generates up to `most` parents for each resource. */
export function sparseParents(names: number, most: number): fc.Arbitrary<RankedParents> {
  return fc
    .array(fc.uniqueArray(resource(names), { maxLength: most }), { minLength: names, maxLength: names })
    .map((lists) => new Map(lists.map((list, index) => [`r${index}`, list.filter((name) => name !== `r${index}`)])))
}

/**
 * Generates parents: each resource is mostly below the next one. Some are below any other resource, so that long
 * circles occur.
 */
export function ladder(names: number): fc.Arbitrary<RankedParents> {
  const steps = fc.array(fc.option(resource(names), { freq: 10 }), { minLength: names, maxLength: names })
  return steps.map(
    (others) =>
      new Map(
        others.map((other, index) => {
          const next = other ?? `r${(index + 1) % names}`
          return [`r${index}`, next === `r${index}` ? [] : [next]] as const
        }),
      ),
  )
}
