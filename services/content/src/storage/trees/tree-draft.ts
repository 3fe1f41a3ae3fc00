import { applyEdits } from './apply-edits.ts'
import { children, type Entry, type NewNode, type NodeStore, overlay, type Root } from './tree-nodes.ts'
import { getMany, slice, span } from './tree-reads.ts'

/** A map being edited. Edits are applied together, before the next read in key order or at the end. */
export class TreeDraft<Value> {
  #root: Root<Value>
  #pending = new Map<string, Value | undefined>()
  /** The current values of keys that were edited or read ahead; undefined for keys that do not exist. */
  readonly #known = new Map<string, Value | undefined>()
  #applied: Promise<void> = Promise.resolve()
  readonly #fresh = new Map<string, NewNode>()
  readonly #store: NodeStore

  /** The map before the edits. */
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

  /** The current values of keys that were edited or read ahead; undefined for keys that do not exist. */
  known(): Iterable<[string, Value | undefined]> {
    return this.#known
  }

  /** Returns the root of the map with all edits so far. */
  async root(): Promise<Root<Value>> {
    await this.#flush()
    return this.#root
  }

  /** Reads keys ahead, one load per level. Later reads of them cost no load. */
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

  /** Returns the positions of the keys that begin with `prefix`. */
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

  /** Returns every entry, in key order. */
  entries(): Promise<Entry<Value>[]> {
    return this.slice(0, Number.POSITIVE_INFINITY)
  }

  /** Returns the root of the map and the nodes that the map before the edits did not have. */
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
    const { root, nodes } = await applyEdits(this.#store, this.#root, edits)
    this.#root = root
    for (const node of nodes) this.#fresh.set(node.hash, node)
  }
}

/** Drops nodes of intermediate states that the result does not use. */
function reachable(root: string, fresh: ReadonlyMap<string, NewNode>): NewNode[] {
  const node = fresh.get(root)
  if (!node) return []
  return [node, ...(node.level > 0 ? children(node).flatMap(([, [hash]]) => reachable(hash, fresh)) : [])]
}
