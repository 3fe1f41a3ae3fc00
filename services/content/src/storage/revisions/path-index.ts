import { LRUCache } from 'lru-cache'
import type { TreeDraft } from '../trees/tree-draft.ts'
import type { Entry, Root } from '../trees/tree-nodes.ts'

/** The ids of a map's entries by path, and the paths of each id. */
interface Paths {
  ids: ReadonlyMap<string, string>
  ofIds: ReadonlyMap<string, string>
}

/** Paths by the root of a map. A root identifies its content, so entries never become stale. */
export type PathCache = LRUCache<string, Paths>

/** Approximate size of a cached path besides its text, which is counted twice. */
const bytesOfPath = 200

const maxPathBytes = 32 * 1024 ** 2

export const createPathCache = (): PathCache =>
  new LRUCache({ maxSize: maxPathBytes, sizeCalculation: ({ ids }) => [...ids.keys()].reduce(addBytes, 1) })

const addBytes = (bytes: number, path: string) => bytes + bytesOfPath + 4 * path.length

/** Defines at which paths the entries of a map are found. */
export interface PathMapping<Value> {
  /** Distinguishes the map from others in the cache. */
  name: string
  /** Returns the paths of an entry. */
  pathsOf(value: Value): string[]
  /** Returns the id of each path; decides between entries with the same path. */
  idsByPath(entries: Entry<Value>[]): Map<string, string>
}

/**
 * Index of the entries of a map draft by their paths. The first lookup reads all entries, unless an earlier draft
 * without changed paths carried its index over.
 */
export class PathIndex<Value> {
  readonly #tree: TreeDraft<Value>
  readonly #cache: PathCache
  readonly #placement: PathMapping<Value>

  constructor(tree: TreeDraft<Value>, cache: PathCache, placement: PathMapping<Value>) {
    this.#tree = tree
    this.#cache = cache
    this.#placement = placement
  }

  /** Returns the ids by path for the current state of the map. */
  async ids(): Promise<ReadonlyMap<string, string>> {
    const before = this.#unchanged()
    if (before) return before.ids
    const key = this.#key(await this.#tree.root())
    const found = this.#cache.get(key) ?? (await this.#read())
    this.#cache.set(key, found)
    return found.ids
  }

  /** Carries the index over to drafts that begin with `root`, the result of this draft. */
  carryOver(root: Root<Value>): void {
    const before = this.#unchanged()
    if (before) this.#cache.set(this.#key(root), before)
  }

  /** Returns the index of the map that the draft began with, if no path has changed since. */
  #unchanged(): Paths | undefined {
    const before = this.#cache.get(this.#key(this.#tree.base))
    if (!before) return undefined
    for (const [id, value] of this.#tree.known()) {
      if (this.#pathsOf(value) !== (before.ofIds.get(id) ?? '')) return undefined
    }
    return before
  }

  async #read(): Promise<Paths> {
    const entries = await this.#tree.entries()
    const ofIds = entries.map(([id, value]) => [id, this.#pathsOf(value)] as const).filter(([, paths]) => paths !== '')
    return { ids: this.#placement.idsByPath(entries), ofIds: new Map(ofIds) }
  }

  #pathsOf = (value: Value | undefined): string => (value ? this.#placement.pathsOf(value).join('\n') : '')

  #key = (root: Root<Value>): string => `${this.#placement.name} ${root}`
}
