import { type RelationKey, type ResourceKey, resourceKey } from '../relation/relation.js'
import type { ResourceAlias } from './resource-alias.js'

/** The fields of an alert that contain names of resources. */
export interface NamingAlert extends ResourceKey {
  readonly resourceParent: string | null
  readonly resourceChildren: readonly string[]
}

/** Replaces aliases by the names of their resources (rules.md#aliases-4). */
export class ResolvedNames {
  /** No aliases: every name stays as it is. */
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

  /** The name of the resource: if `name` is an alias in this environment, that of its resource; otherwise `name`. */
  of(environment: string, name: string): string {
    if (this.isEmpty) return name
    return this.#resources.get(resourceKey({ environment, resource: name })) ?? name
  }

  /** Replaces the alias in an item that names a resource. Returns the same item if it names no alias. */
  resource<Named extends ResourceKey>(item: Named): Named {
    const resource = this.of(item.environment, item.resource)
    return resource === item.resource ? item : { ...item, resource }
  }

  /** Replaces the aliases in an item that names a relation. Returns the same item if it names no alias. */
  relation<Named extends RelationKey>(item: Named): Named {
    const resource = this.of(item.environment, item.resource)
    const parent = this.of(item.environment, item.parent)
    return resource === item.resource && parent === item.parent ? item : { ...item, resource, parent }
  }

  /** Replaces the aliases in an alert. Returns the same alert if it names no alias. */
  alert<Named extends NamingAlert>(item: Named): Named {
    if (this.isEmpty) return item
    const { environment, resource, resourceParent, resourceChildren } = item
    const resolved = {
      resource: this.of(environment, resource),
      resourceParent: resourceParent === null ? null : this.of(environment, resourceParent),
      resourceChildren: this.list(environment, resourceChildren),
    }
    const isSame =
      resolved.resource === resource &&
      resolved.resourceParent === resourceParent &&
      resolved.resourceChildren === resourceChildren
    return isSame ? item : { ...item, ...resolved }
  }

  /** Replaces the aliases in a list, and removes duplicates. Returns the same list if it contains no alias. */
  list(environment: string, names: readonly string[]): readonly string[] {
    const resolved = names.map((name) => this.of(environment, name))
    return resolved.every((name, at) => name === names[at]) ? names : [...new Set(resolved)]
  }
}
