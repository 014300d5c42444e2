import type { DrawnNode, GraphInput, IssueSubject } from '@opsgraph/core'
import { examineGraph, indexGraph, stronglyConnectedComponents } from '@opsgraph/core/pure'
import { visibleLabel } from '@opsgraph/draw'
import type { ApiIssue } from '../../api/api-error.js'

/** A fault of a topology, and the nodes and edges at which it is shown. */
export interface LocatedFault {
  readonly code: string
  /** The message of the fault, with the labels of nodes instead of their ids. */
  readonly message: string
  /** The faulty field of the node; `undefined` if the fault does not belong to a single field. */
  readonly field?: 'label' | 'params' | undefined
  /** The ids of the nodes at which the fault is shown. */
  readonly nodes: readonly string[]
  /** The ids of the edges at which the fault is shown. */
  readonly edges: readonly string[]
}

/**
 * Finds the faults for which the server would refuse a graph. This function cannot find one kind of fault: an id that
 * another topology already uses. Only the server knows the ids of all topologies.
 */
export function findFaults(graph: GraphInput): readonly LocatedFault[] {
  return locateFaults(examineGraph(graph, () => '').issues, graph)
}

/** Finds the nodes and edges to which the issues of a refused graph belong (rules.md#graph-validation). */
export function locateFaults(issues: readonly ApiIssue[], graph: GraphInput): readonly LocatedFault[] {
  const labels = new Map(graph.nodes.map(({ id, label }) => [id, label]))
  const cycleEdges = issues.some(({ code }) => code === 'cycle') ? mapEdgesToCycles(graph) : undefined
  return issues.map((issue) => {
    const { code, message, subject } = issue
    const edges = subject?.kind === 'edge' ? findId(subject, graph.edges) : []
    return {
      code,
      message: replaceIds(message, labels),
      field: findField(issue),
      nodes: findNodeIds(issue, graph.nodes),
      edges: code === 'cycle' ? edges.flatMap((id) => cycleEdges?.get(id) ?? []) : edges,
    }
  })
}

/** Groups faults by the id of the node or edge at which they are shown. */
export function groupFaultsById(
  faults: readonly LocatedFault[],
  part: 'nodes' | 'edges',
): ReadonlyMap<string, readonly LocatedFault[]> {
  const lists = new Map<string, LocatedFault[]>()
  for (const fault of faults) {
    for (const id of fault[part]) {
      const list = lists.get(id)
      if (list === undefined) lists.set(id, [fault])
      else list.push(fault)
    }
  }
  return lists
}

function findField({ subject }: ApiIssue): LocatedFault['field'] {
  return FIELDS.find((field) => field === subject?.field)
}

/** The fields of a node whose faults the node form shows beside the field. */
const FIELDS = ['label', 'params'] as const

function findNodeIds({ code, subject }: ApiIssue, nodes: readonly DrawnNode[]): readonly string[] {
  if (code === 'serviceNodeCount') return nodes.filter(({ kind }) => kind === 'service').map(({ id }) => id)
  return subject?.kind === 'node' ? findId(subject, nodes) : []
}

function findId({ index }: IssueSubject, items: readonly { readonly id: string }[]): readonly string[] {
  const item = items[index ?? -1]
  return item === undefined ? [] : [item.id]
}

/** Maps the id of each edge that is in a cycle to the ids of all edges of its strongly connected component. */
function mapEdgesToCycles(graph: GraphInput): ReadonlyMap<string, readonly string[]> {
  const { children, numbers } = indexGraph(graph)
  const components = new Map<number | undefined, string[]>()
  for (const component of stronglyConnectedComponents(children)) {
    const ids: string[] = []
    for (const number of component) components.set(number, ids)
  }
  const cycleEdges = new Map<string, readonly string[]>()
  for (const { id, source, target } of graph.edges) {
    const ids = components.get(numbers.get(source))
    if (ids === undefined || ids !== components.get(numbers.get(target))) continue
    ids.push(id)
    cycleEdges.set(id, ids)
  }
  return cycleEdges
}

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

function replaceIds(message: string, labels: ReadonlyMap<string, string>): string {
  return message.replace(UUID, (id) => {
    const label = labels.get(id)
    return label === undefined ? id : `“${visibleLabel(label)}”`
  })
}
