import type { RootContent } from 'mdast'
import type { PairReader, Readers } from '../blocks/kind.ts'
import { blockKinds } from '../blocks/registry.ts'
import { type Container, type Edition, inFullEdition, type PublishedEdition } from '../nodes/containers.ts'
import type { Block, BlockType } from '../nodes/nodes.ts'
import type { ReadingContext } from '../reading/reading-context.ts'

type NodeReader = (node: RootContent, reading: ReadingContext, container: Container) => Block | undefined
type TagReader = NonNullable<Readers['tags']>[string]
type ElementReader = NonNullable<Readers['elements']>[string]

const kinds = Object.entries(blockKinds) as [BlockType, (typeof blockKinds)[BlockType]][]
const entriesOf = <Reader>(of: (reads: Readers) => { [name: string]: Reader | undefined } | undefined) =>
  kinds.flatMap(([type, { reads }]) =>
    Object.entries(of(reads) ?? {}).flatMap(([name, read]) => (read ? [{ type, name, read }] : [])),
  )

/** The readers of all kinds, by the form of markdown that they read. */
export const blockReaders: {
  nodes: ReadonlyMap<string, NodeReader>
  tags: ReadonlyMap<string, TagReader>
  /**
   * With the type that each pair becomes. It is known before the children are read: to read them twice at every level
   * would never end.
   */
  pairs: ReadonlyMap<string, { type: BlockType; read: PairReader }>
  /** Several kinds may read one element; each returns undefined for those of another. */
  elements: ReadonlyMap<string, ElementReader[]>
} = {
  nodes: new Map(
    entriesOf(({ nodes }) => nodes as { [name: string]: NodeReader }).map(({ name, read }) => [name, read]),
  ),
  tags: new Map(entriesOf(({ tags }) => tags).map(({ name, read }) => [name, read])),
  pairs: new Map(entriesOf(({ pairs }) => pairs).map(({ name, type, read }) => [name, { type, read }])),
  elements: new Map(
    [
      ...Map.groupBy(
        entriesOf(({ elements }) => elements),
        ({ name }) => name,
      ),
    ].map(([name, entries]) => [name, [...new Set(entries.map(({ read }) => read))]]),
  ),
}

/** Tags that need no closing one and never hold another of their name. */
export const singleTags: ReadonlySet<string> = new Set([
  ...blockReaders.tags.keys(),
  ...kinds.flatMap(([, { reads }]) => reads.single ?? []),
])

const allowed = { current: typesByContainer('current'), next: typesByContainer('next') }

/** The types that stand by themselves; all others are parts of one of these. */
const whole = new Set(
  kinds.flatMap(([type, { stands }]) =>
    stands === inFullEdition || stands.current.length + stands.next.length > 0 ? [type] : [],
  ),
)

function typesByContainer(edition: PublishedEdition): ReadonlyMap<Container, ReadonlySet<BlockType>> {
  const pairs = kinds.flatMap(([type, { stands }]) => {
    const containers = edition === 'current' ? stands.current : [...stands.current, ...stands.next]
    return containers.map((container) => ({ container, type }))
  })
  const byContainer = Map.groupBy(pairs, ({ container }) => container)
  return new Map([...byContainer].map(([container, all]) => [container, new Set(all.map(({ type }) => type))]))
}

/** True if the edition has blocks of the type in the container; elsewhere they stay raw markdown. */
export function allowedIn(container: Container, type: BlockType, edition: Edition): boolean {
  return edition === 'full' ? whole.has(type) : (allowed[edition].get(container)?.has(type) ?? false)
}
