import type { Change, EdgeChange, NodeName, RelationChange } from './change.js'

/** A change, described in words. Names are written as they are stored and may contain any characters. */
export interface ChangeWords {
  readonly kind: string
  /**
   * The name of the changed item. Empty for a topology or a catalog service: the change already names the service, and
   * a service has only one topology and only one catalog entry.
   */
  readonly name: string
  /** What an update changes. Empty if the item is created or removed. */
  readonly detail: string
}

export function changeWords(change: Change): ChangeWords {
  switch (change.kind) {
    case 'relation':
      return {
        kind: 'relation',
        name: relationText(change),
        detail: changeDetail(change, 'parent', change.formerParents),
      }
    case 'node':
      return { kind: 'node', name: nodeText(change.node), detail: changeDetail(change) }
    case 'edge':
      return { kind: 'edge', name: edgeText(change), detail: changeDetail(change, 'source', formerParentText(change)) }
    case 'weightPolicy':
      return { kind: 'weight policy', name: change.name, detail: changeDetail(change) }
    case 'redundancyRule': {
      const name = `${change.resource} in ${environmentText(change.environment)}`
      return { kind: 'redundancy rule', name, detail: changeDetail(change) }
    }
    case 'alert': {
      const name = `${change.event} of ${change.resource} in ${environmentText(change.environment)}`
      return { kind: 'alert', name, detail: changeDetail(change) }
    }
    case 'topology':
      return { kind: 'topology', name: '', detail: changeDetail(change) }
    case 'catalogService':
      return { kind: 'catalog service', name: '', detail: changeDetail(change) }
  }
}

function relationText({ environment, resource, parent }: RelationChange): string {
  return `${resource} has parent ${parent}, in ${environmentText(environment)}`
}

function edgeText({ parentNode, childNode }: EdgeChange): string {
  const isInside = parentNode.kind === 'resource'
  return `${isInside ? parentNode.label : nodeText(parentNode)} -> ${nodeText(childNode)}`
}

function formerParentText({ formerParentNode: node }: EdgeChange): readonly string[] | undefined {
  return node && [node.kind === 'resource' ? node.label : nodeText(node)]
}

function nodeText({ kind, environment, label }: NodeName): string {
  if (kind === 'service') return `service ${label}`
  if (kind === 'environment') return environmentText(label)
  return environment === null ? label : `${label} in ${environmentText(environment)}`
}

function environmentText(environment: string): string {
  return environment === '' ? 'the empty environment' : `environment ${environment}`
}

/**
 * Returns what an update changes, for example `sourceRef; instead of db-1`.
 *
 * @param moved the field that contains the parent, for example `parent`. If there are former parents, the text does not
 *   list this field, because it names them after "instead of"
 */
function changeDetail({ fields = [] }: Change, moved?: string, former: readonly string[] = []): string {
  const others = former.length === 0 ? fields : fields.filter((field) => field !== moved)
  const parts = [others.join(', '), former.length > 0 ? `instead of ${former.join(', ')}` : '']
  return parts.filter((part) => part !== '').join('; ')
}
