import { LRUCache } from 'lru-cache'
import type { Entry, Root } from '../trees/nodes.ts'
import type { TreeDraft } from '../trees/tree-draft.ts'

/** Ids of a map's entries by their paths, and the paths of each. */
interface Paths {
  ids: ReadonlyMap<string, string>
  ofIds: ReadonlyMap<string, string>
}

/** By a map's root: a root names its content, so nothing here goes stale. */
export type PathCache = LRUCache<string, Paths>

/** About what a path takes, beside its text twice. */
const bytesOfPath = 200

export const createPathCache = (maxSize = 32 << 20): PathCache =>
  new LRUCache({ maxSize, sizeCalculation: ({ ids }) => [...ids.keys()].reduce(addBytes, 1) })

const addBytes = (bytes: number, path: string) => bytes + bytesOfPath + 4 * path.length

export interface Placement<Value> {
  /** Tells the map from others. */
  name: string
  /** The paths that an entry has. */
  pathsOf(value: Value): string[]
  /** Whose path each is, where several have the same. */
  idsByPath(entries: Entry<Value>[]): Map<string, string>
}

/**
 * Knows the entries of a map in the making by their paths. It reads all of them on the first question, unless an
 * earlier draft that changed no path handed on what it knew.
 */
export class PathIndex<Value> {
  readonly #tree: TreeDraft<Value>
  readonly #cache: PathCache
  readonly #placement: Placement<Value>

  constructor(tree: TreeDraft<Value>, cache: PathCache, placement: Placement<Value>) {
    this.#tree = tree
    this.#cache = cache
    this.#placement = placement
  }

  /** The ids by path, as the map now is. */
  async ids(): Promise<ReadonlyMap<string, string>> {
    const before = this.#unchanged()
    if (before) return before.ids
    const key = this.#key(await this.#tree.root())
    const found = this.#cache.get(key) ?? (await this.#read())
    this.#cache.set(key, found)
    return found.ids
  }

  /** Hands on what is known to drafts that begin with `root`, the result of this one. */
  handOn(root: Root<Value>): void {
    const before = this.#unchanged()
    if (before) this.#cache.set(this.#key(root), before)
  }

  /** What is known of the map that the draft began with, where no path was changed since. */
  #unchanged(): Paths | undefined {
    const before = this.#cache.get(this.#key(this.#tree.base))
    if (!before) return undefined
    for (const [id, value] of this.#tree.known()) {
      if (this.#pathsOf(value) !== (before.ofIds.get(id) ?? '')) return undefined
    }
    return before
  }

  async #read(): Promise<Paths> {
    const entries = await this.#tree.slice(0, Number.POSITIVE_INFINITY)
    const ofIds = entries.map(([id, value]) => [id, this.#pathsOf(value)] as const).filter(([, paths]) => paths !== '')
    return { ids: this.#placement.idsByPath(entries), ofIds: new Map(ofIds) }
  }

  #pathsOf = (value: Value | undefined): string => (value ? this.#placement.pathsOf(value).join('\n') : '')

  #key = (root: Root<Value>): string => `${this.#placement.name} ${root}`
}
