import type { CmdbMode } from '@opsgraph/core'
import fc from 'fast-check'

/** The only environment of the commands. */
export const LAB = 'Lab'
/**
 * There are only a few names, so that commands often concern the same resources. `x` and `y` are mostly used as
 * aliases.
 */
const RESOURCES = ['x', 'a', 'b', 'c', 'd', 'y']

export interface GraphRecord {
  readonly resource: string
  readonly parents: readonly string[]
  readonly services: readonly string[]
  readonly type: string
}

/** A change of the resource graph by a source, or of the name of a resource. */
export type GraphCommand =
  | { readonly kind: 'import'; readonly source: string; readonly mode: CmdbMode; readonly file: readonly GraphRecord[] }
  | {
      readonly kind: 'put'
      readonly resource: string
      readonly parent: string
      readonly source: 'manual' | 'cmdb'
      readonly sourceRef: string
    }
  | { readonly kind: 'delete'; readonly resource: string; readonly parent: string }
  | {
      readonly kind: 'alert'
      readonly resource: string
      readonly origin: string
      readonly severity: 'major' | 'normal'
      readonly resourceParent: string | null
      readonly resourceChildren: readonly string[]
    }
  | { readonly kind: 'rename'; readonly from: string; readonly to: string; readonly merge: boolean }
  | { readonly kind: 'alias'; readonly alias: string; readonly resource: string }
  | { readonly kind: 'unalias'; readonly alias: string }
  | { readonly kind: 'decommission'; readonly resource: string }

export type CommandOf<Kind extends GraphCommand['kind']> = Extract<GraphCommand, { readonly kind: Kind }>

const WEIGHTS: Readonly<Record<GraphCommand['kind'], number>> = {
  ...{ import: 6, put: 3, delete: 1, alert: 4 },
  ...{ rename: 4, alias: 2, unalias: 1, decommission: 1 },
}

/** Generates a command of one of the kinds. Imports and alerts are the most frequent. */
export function anyGraphCommand(
  kinds: readonly GraphCommand['kind'][] = Object.keys(WEIGHTS) as GraphCommand['kind'][],
): fc.Arbitrary<GraphCommand> {
  return fc.oneof(...kinds.map((kind) => ({ weight: WEIGHTS[kind], arbitrary: GENERATORS[kind]() })))
}

const anyName = () => fc.constantFrom(...RESOURCES, 'a', 'b', 'c', 'd')
const anySource = () => fc.constantFrom('scan', 'books', 'audit')

const GENERATORS: { readonly [Kind in GraphCommand['kind']]: () => fc.Arbitrary<CommandOf<Kind>> } = {
  import: () =>
    fc.record({
      kind: fc.constant('import'),
      source: anySource(),
      mode: fc.constantFrom<CmdbMode[]>('merge', 'replace'),
      file: fc.tuple(...RESOURCES.map((_, at) => anyRecord(at))).chain((records) => fc.subarray(records)),
    }),
  put: () =>
    fc.record({
      kind: fc.constant('put'),
      resource: anyName(),
      parent: anyName(),
      source: fc.constantFrom('manual', 'cmdb'),
      sourceRef: anySource(),
    }),
  delete: () => fc.record({ kind: fc.constant('delete'), resource: anyName(), parent: anyName() }),
  alert: () =>
    fc.record({
      kind: fc.constant('alert'),
      resource: anyName(),
      origin: fc.constantFrom('zabbix', 'nagios'),
      severity: fc.constantFrom('major', 'major', 'normal'),
      resourceParent: fc.option(anyName()),
      resourceChildren: fc.array(anyName(), { maxLength: 2 }),
    }),
  rename: () =>
    fc.record({
      kind: fc.constant('rename'),
      from: anyName(),
      to: anyName(),
      merge: fc.constantFrom(true, true, false),
    }),
  alias: () => fc.record({ kind: fc.constant('alias'), alias: fc.constantFrom('x', 'y', 'a'), resource: anyName() }),
  unalias: () => fc.record({ kind: fc.constant('unalias'), alias: anyName() }),
  decommission: () => fc.record({ kind: fc.constant('decommission'), resource: anyName() }),
}

/** Generates a record whose parents are later resources, so that files have no loops unless resources were renamed. */
function anyRecord(at: number): fc.Arbitrary<GraphRecord> {
  return fc.record({
    resource: fc.constant(RESOURCES[at] ?? ''),
    parents: fc.subarray(RESOURCES.slice(at + 1)),
    services: fc.constantFrom(['shop'], ['shop'], ['bank', 'shop'], []),
    type: fc.constantFrom('', 'vm', 'disk'),
  })
}
