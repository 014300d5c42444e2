import type { WorkMeter } from '../work-meter.js'

const ROOT = 0

/** So many UTF-16 units of a text are read without a pause. */
const UNITS_AT_ONCE = 10_000

/**
 * Finds which literals of a set occur in a text, in one pass over the text, however many literals there are
 * (Aho-Corasick).
 *
 * The literals form a tree. Each node stands for a text with which a literal begins. While a text is read, the current
 * node is the longest of these texts with which the part that was already read ends.
 */
export class LiteralSet {
  /** The children of all nodes, by {@link edge}. */
  readonly #children = new Map<number, number>()
  /** For each node: the node of the longest text that is shorter, and with which the text of the node ends. */
  readonly #suffix = [ROOT]
  /** The literals, by the nodes at which they end. */
  readonly #literals = new Map<number, string>()
  /**
   * For each node: the first node at which a literal ends, among the node, its suffix, the suffix of that, and so on.
   */
  readonly #end: number[] = []

  /** @param literals none of them is empty */
  constructor(literals: Iterable<string>) {
    let growing = [...literals].map((literal) => ({ literal, node: ROOT }))
    // All literals grow together by one unit a turn, because the suffix of a node must exist before the node.
    for (let at = 0; growing.length > 0; at++) {
      for (const each of growing) each.node = this.#grow(each.node, each.literal.charCodeAt(at))
      for (const { literal, node } of growing) if (literal.length === at + 1) this.#literals.set(node, literal)
      growing = growing.filter(({ literal }) => literal.length > at + 1)
    }
    for (const [node, suffix] of this.#suffix.entries()) {
      this.#end.push(this.#literals.has(node) ? node : (this.#end[suffix] ?? ROOT))
    }
  }

  get isEmpty(): boolean {
    return this.#literals.size === 0
  }

  /** The literals that occur in the text, each once. */
  *foundIn(text: string, meter: WorkMeter): Generator<undefined, readonly string[]> {
    const found = new Set<number>()
    let node = ROOT
    for (let at = 0; at < text.length; at++) {
      if (at % UNITS_AT_ONCE === 0 && meter.spend(Math.min(text.length - at, UNITS_AT_ONCE))) yield
      node = this.#step(node, text.charCodeAt(at))
      // If a node was found before, all its suffixes were found too.
      for (let end = this.#endOf(node); end !== ROOT && !found.has(end); end = this.#endOf(this.#suffixOf(end))) {
        found.add(end)
      }
    }
    return [...found].map((end) => this.#literals.get(end) ?? '')
  }

  #grow(node: number, unit: number): number {
    const known = this.#children.get(edge(node, unit))
    if (known !== undefined) return known
    const child = this.#suffix.length
    this.#suffix.push(this.#step(this.#suffixOf(node), unit))
    this.#children.set(edge(node, unit), child)
    return child
  }

  /** The node after one more unit. */
  #step(node: number, unit: number): number {
    for (let from = node; ; from = this.#suffixOf(from)) {
      const child = this.#children.get(edge(from, unit))
      if (child !== undefined || from === ROOT) return child ?? ROOT
    }
  }

  #suffixOf(node: number): number {
    return this.#suffix[node] ?? ROOT
  }

  #endOf(node: number): number {
    return this.#end[node] ?? ROOT
  }
}

/** A number for the edge from a node to its child with this UTF-16 unit. */
function edge(node: number, unit: number): number {
  return node * 0x10000 + unit
}
