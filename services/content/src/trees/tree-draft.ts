import { apply } from './apply.ts'
import { children, type Entry, type NewNode, type Root } from './nodes.ts'
import { getMany, slice, span } from './read.ts'
import { type NodeStore, overlay } from './store.ts'

/** A map being edited. Edits are applied together, when a read in key order or the end needs them. */
export class TreeDraft<Value> {
  #root: Root<Value>
  #pending = new Map<string, Value | undefined>()
  /** What was edited, or read ahead, as it now is; undefined where there is nothing. */
  readonly #known = new Map<string, Value | undefined>()
  #applied: Promise<void> = Promise.resolve()
  readonly #fresh = new Map<string, NewNode>()
  readonly #store: NodeStore

  /** What the map was before it was edited. */
  readonly base: Root<Value>

  constructor(store: NodeStore, root: Root<Value>) {
    this.base = root
    this.#root = root
    this.#store = overlay(store, this.#fresh)
  }

  set(key: string, value: Value): void {
    this.#pending.set(key, value)
    this.#known.set(key, value)
  }

  remove(key: string): void {
    this.#pending.set(key, undefined)
    this.#known.set(key, undefined)
  }

  /** What was edited, or read ahead, as it now is; undefined where there is nothing. */
  known(): Iterable<[string, Value | undefined]> {
    return this.#known
  }

  /** The root of the map as it now is. */
  async root(): Promise<Root<Value>> {
    await this.#flush()
    return this.#root
  }

  /** Reads these keys ahead, one load a level. After that each of them costs no load. */
  async readAhead(keys: Iterable<string>): Promise<void> {
    const missing = [...keys].filter((key) => !this.#known.has(key))
    const found = await this.getMany(missing)
    for (const key of missing) this.#known.set(key, found.get(key))
  }

  async get(key: string): Promise<Value | undefined> {
    return (await this.getMany([key])).get(key)
  }

  async getMany(keys: readonly string[]): Promise<Map<string, Value>> {
    const rest = keys.filter((key) => !this.#known.has(key))
    await this.#applied
    const found = rest.length > 0 ? await getMany(this.#store, this.#root, rest) : new Map<string, Value>()
    for (const key of keys) {
      const value = this.#known.get(key)
      if (value !== undefined) found.set(key, value)
    }
    return found
  }

  /** The positions of the keys that begin with `prefix`. */
  async span(prefix: string): Promise<[from: number, to: number]> {
    await this.#flush()
    return span(this.#store, this.#root, prefix)
  }

  async slice(from: number, to: number): Promise<Entry<Value>[]> {
    await this.#flush()
    return slice(this.#store, this.#root, Math.max(0, from), to)
  }

  async range(prefix: string): Promise<Entry<Value>[]> {
    return this.slice(...(await this.span(prefix)))
  }

  /** The map's root, and those of its nodes that the map before did not have. */
  async finish(): Promise<{ root: Root<Value>; nodes: NewNode[] }> {
    await this.#flush()
    return { root: this.#root, nodes: reachable(this.#root, this.#fresh) }
  }

  #flush(): Promise<void> {
    if (this.#pending.size > 0) {
      const edits = this.#pending
      this.#pending = new Map()
      this.#applied = this.#applied.then(() => this.#apply(edits))
    }
    return this.#applied
  }

  async #apply(edits: ReadonlyMap<string, Value | undefined>): Promise<void> {
    const { root, nodes } = await apply(this.#store, this.#root, edits)
    this.#root = root
    for (const node of nodes) this.#fresh.set(node.hash, node)
  }
}

/** Steps between two applications leave nodes behind that the result does not use. */
function reachable(root: string, fresh: ReadonlyMap<string, NewNode>): NewNode[] {
  const node = fresh.get(root)
  if (!node) return []
  return [node, ...(node.level > 0 ? children(node).flatMap(([, [hash]]) => reachable(hash, fresh)) : [])]
}
