import { addToList } from '../group-by.js'
import { LIMITS } from '../limits.js'
import { compareNames } from '../name.js'
import { hostNamesOf, simplifyName } from '../near-forms.js'
import type { ResourceKey } from '../relation/relation.js'

/** A failed resource that no relation, node or alert names. */
export interface UnknownResource {
  readonly resource: string
  /** Existing resources with a near name, the resources of the same environment first. */
  readonly near: readonly ResourceKey[]
}

/** The maximum number of resources with a near name that are read from the store. */
export const MAX_NEAR_NAMES_READ = 1_000

/**
 * Finds existing resources whose names are near the names of unknown resources (rules.md#simulated-failures-5). Two
 * names are near if they differ only in the environment, the case of the letters A to Z, a port at the end, a domain
 * that only one of them has, or the form of Unicode (NFC, NFD).
 */
export class NearNames {
  readonly #environment: string
  readonly #unknown: readonly string[]
  readonly #found = new Map<string, Map<string, ResourceKey>>()
  /** The unknown names, by their plain form, which `simplifyName` returns. */
  readonly #byPlain = new Map<string, string[]>()
  /** The unknown names that have a domain, by each form without a domain, which `hostNamesOf` returns. */
  readonly #byHost = new Map<string, string[]>()

  /** @param searched the maximum number of unknown names for which near names are searched */
  constructor(environment: string, unknown: readonly string[], searched: number = LIMITS.nearSearched) {
    this.#environment = environment
    this.#unknown = unknown
    for (const name of unknown.slice(0, searched)) {
      this.#found.set(name, new Map())
      const plain = simplifyName(name)
      addToList(this.#byPlain, plain, name)
      for (const host of hostNamesOf(plain)) addToList(this.#byHost, host, name)
    }
  }

  /**
   * A filter for the names to read from a store: every near name, in lower case, is one of `names` or begins with one
   * of `prefixes`. Some other names match the filter too; {@link offer} ignores them.
   */
  get like(): { readonly names: readonly string[]; readonly prefixes: readonly string[] } {
    const names = bothUnicodeForms([...this.#byPlain.keys(), ...this.#byHost.keys()])
    const withDomain = bothUnicodeForms([...this.#byPlain.keys()]).map((plain) => `${plain}.`)
    return { names, prefixes: [...withDomain, ...names.map((name) => `${name}:`)] }
  }

  /** Adds an existing resource, if its name is near an unknown name. */
  offer(candidate: ResourceKey): void {
    const plain = simplifyName(candidate.resource)
    const alike = [this.#byHost.get(plain), ...[plain, ...hostNamesOf(plain)].map((form) => this.#byPlain.get(form))]
    for (const names of alike) {
      for (const name of names ?? []) {
        this.#found.get(name)?.set(`${candidate.environment}\u0000${candidate.resource}`, candidate)
      }
    }
  }

  /** The unknown resources, each with the first `LIMITS.nearNames` near names that were offered. */
  get resources(): readonly UnknownResource[] {
    return this.#unknown.map((resource) => ({
      resource,
      near: this.nearOf(resource).slice(0, LIMITS.nearNames),
    }))
  }

  /** All near names that were offered, without duplicates. */
  get all(): readonly ResourceKey[] {
    return [...new Map([...this.#found.values()].flatMap((found) => [...found])).values()]
  }

  /**
   * Returns the offered resources whose names are near the name of an unknown resource. The resources of the same
   * environment come first.
   */
  nearOf(resource: string): readonly ResourceKey[] {
    return [...(this.#found.get(resource)?.values() ?? [])].sort((one, other) => this.#compare(one, other))
  }

  #compare(one: ResourceKey, other: ResourceKey): number {
    const isHere = ({ environment }: ResourceKey) => environment === this.#environment
    return (
      Number(isHere(other)) - Number(isHere(one)) ||
      compareNames(one.environment, other.environment) ||
      compareNames(one.resource, other.resource)
    )
  }
}

/** Returns both Unicode forms of each name, because stores compare names exactly. */
function bothUnicodeForms(names: readonly string[]): readonly string[] {
  return [...new Set(names.flatMap((name) => [name, name.normalize('NFD')]))]
}
