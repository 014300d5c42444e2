import fc from 'fast-check'

/** A well-formed node of a tree of an earlier release. */
export interface SampleTree {
  readonly type: 'service' | 'environment' | 'resource'
  readonly label?: string
  readonly name?: string
  readonly icon?: string
  readonly params?: Readonly<Record<string, string>>
  readonly hierarchyConfig?: { readonly hereditary: boolean }
  readonly position?: { readonly x: number; readonly y: number }
  readonly children?: readonly SampleTree[]
}

/**
 * A tree as an earlier release stored it: a service, environments below it, and resources below the environments. There
 * are few names, so that a resource occurs at several places, even below itself. Some names have spaces around them.
 */
export function sampleTree(): fc.Arbitrary<SampleTree> {
  const { resource } = fc.letrec<{ resource: SampleTree }>((tie) => ({
    resource: fc
      .tuple(node('resource'), fc.oneof({ maxDepth: 4 }, fc.constant([]), fc.array(tie('resource'), { maxLength: 3 })))
      .map(withChildren),
  }))
  const environment = fc.tuple(node('environment'), fc.array(resource, { maxLength: 3 })).map(withChildren)
  return fc.tuple(node('service'), fc.array(environment, { maxLength: 3 })).map(withChildren)
}

function withChildren([node, children]: [SampleTree, readonly SampleTree[]]): SampleTree {
  return children.length === 0 ? node : { ...node, children }
}

function node<Type extends SampleTree['type']>(type: Type): fc.Arbitrary<SampleTree> {
  const label = fc.constantFrom('a', 'b', ' b', 'c', 'c ', 'd', 'A', '__proto__')
  const content = fc.record(
    {
      icon: fc.constantFrom('server', 'disk'),
      params: fc.constantFrom<Readonly<Record<string, string>>>({}, { text: 'ä' }),
      hierarchyConfig: fc.constant({ hereditary: true }),
      position: fc.record({ x: fc.integer(), y: fc.integer() }),
    },
    { requiredKeys: [] },
  )
  return fc
    .tuple(fc.constantFrom('label' as const, 'name' as const), label, content)
    .map(([key, name, rest]): SampleTree => ({ type, [key]: name, ...rest }))
}
