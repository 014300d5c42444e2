import type { RelationKey, ResourceKey } from '../relation/relation.js'
import { resourceKey } from '../relation/relation.js'
import type { ResourceAlias } from './resource-alias.js'

/** What names resources in an alert. */
export interface NamingAlert extends ResourceKey {
  readonly resourceParent: string | null
  readonly resourceChildren: readonly string[]
}

/** Replaces aliases by the resources that they mean (rules.md#aliases-4). */
export class ResolvedNames {
  /** Replaces nothing. */
  static readonly NONE = new ResolvedNames([])
  readonly #resources: ReadonlyMap<string, string>

  constructor(aliases: readonly ResourceAlias[]) {
    this.#resources = new Map(
      aliases.map(({ environment, alias, resource }) => [resourceKey({ environment, resource: alias }), resource]),
    )
  }

  get isEmpty(): boolean {
    return this.#resources.size === 0
  }

  /** The name of the resource that `name` means in an environment. */
  of(environment: string, name: string): string {
    if (this.isEmpty) return name
    return this.#resources.get(resourceKey({ environment, resource: name })) ?? name
  }

  /** The same object if it names no alias. */
  resource<Named extends ResourceKey>(named: Named): Named {
    const resource = this.of(named.environment, named.resource)
    return resource === named.resource ? named : { ...named, resource }
  }

  /** The same object if it names no alias. */
  relation<Named extends RelationKey>(named: Named): Named {
    const resource = this.of(named.environment, named.resource)
    const parent = this.of(named.environment, named.parent)
    return resource === named.resource && parent === named.parent ? named : { ...named, resource, parent }
  }

  /** The same object if it names no alias. */
  alert<Named extends NamingAlert>(named: Named): Named {
    if (this.isEmpty) return named
    const { environment, resource, resourceParent, resourceChildren } = named
    const resolved = {
      resource: this.of(environment, resource),
      resourceParent: resourceParent === null ? null : this.of(environment, resourceParent),
      resourceChildren: this.list(environment, resourceChildren),
    }
    const isSame =
      resolved.resource === resource &&
      resolved.resourceParent === resourceParent &&
      resolved.resourceChildren === resourceChildren
    return isSame ? named : { ...named, ...resolved }
  }

  /** The resources that some names mean, without duplicates. The same list if it names no alias. */
  list(environment: string, names: readonly string[]): readonly string[] {
    const resolved = names.map((name) => this.of(environment, name))
    return resolved.every((name, at) => name === names[at]) ? names : [...new Set(resolved)]
  }
}
