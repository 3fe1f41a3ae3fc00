import type { LinkRelation } from '@quire/contracts'
import { isSafeUrl, urlOf } from '@quire/document/plain'
import {
  noTargets,
  readTarget,
  relationOf,
  type Standpoint,
  type Target,
  type TextTargets,
} from '../pages/resolve-target.ts'
import type { PageEntry, ReusableContentEntry, Roots } from '../storage/revisions/revision-entries.ts'
import type { Storage } from '../storage/revisions/storage.ts'
import type { Change } from '../storage/trees/diff.ts'
import { diffInParts } from '../storage/trees/diff-in-parts.ts'
import { type Entry, sameValue } from '../storage/trees/tree-nodes.ts'

/** The link sources at a location: its text and the addresses in its attributes. */
interface LinkSource {
  document: string | null
  /** Addresses in attributes of a page. */
  addresses: [address: string, relation: LinkRelation][]
}

/** A page or reusable content whose links may differ between two revisions. */
export interface LocationChange {
  /** Address of the page or content: `/pages/<id>` or `/reusable-contents/<id>`. */
  location: string
  before: LinkSource
  after: LinkSource
}

/** Yields the addresses of pages, files and reusable contents added and removed between two revisions, in parts. */
export async function* resourceChanges(storage: Storage, before: Roots, after: Roots) {
  for (const [kind, prefix] of resourceKinds)
    for await (const { changes } of diffInParts<unknown>(storage.nodes, before[kind], after[kind])) {
      const named = (some: typeof changes) => some.map(([id]) => `${prefix}${id}`)
      yield {
        added: named(changes.filter(([, change]) => change.before === undefined)),
        removed: named(changes.filter(([, change]) => change.after === undefined)),
      }
    }
}

const resourceKinds = [
  ['pages', '/pages/'],
  ['files', '/files/'],
  ['reusables', '/reusable-contents/'],
] as const

/** Yields the locations whose links may differ between two revisions, in parts. The cost grows with the difference. */
export async function* locationChanges(
  { nodes }: Storage,
  before: Roots,
  after: Roots,
): AsyncGenerator<LocationChange[]> {
  for await (const { changes } of diffInParts(nodes, before.pages, after.pages))
    yield changesOf('/pages/', changes, pageLinkSource)
  for await (const { changes } of diffInParts(nodes, before.reusables, after.reusables))
    yield changesOf('/reusable-contents/', changes, textLinkSource)
}

function changesOf<Value>(
  prefix: string,
  changes: Entry<Change<Value>>[],
  linkingOf: (value: Value | undefined) => LinkSource,
): LocationChange[] {
  return changes
    .map(([id, { before, after }]) => ({
      location: `${prefix}${id}`,
      before: linkingOf(before),
      after: linkingOf(after),
    }))
    .filter((change) => !sameValue(change.before, change.after))
}

const textLinkSource = (entry: Pick<ReusableContentEntry, 'document'> | undefined): LinkSource => ({
  document: entry?.document ?? null,
  addresses: [],
})

export function pageLinkSource(page: PageEntry | undefined): LinkSource {
  const pictures = [page?.cover?.ref, page?.cover?.refDark].flatMap((ref) => (ref ? [urlOf(ref, {})] : []))
  const target = page?.target ? [urlOf(page.target, {})] : []
  return {
    document: page?.document ?? null,
    addresses: [
      ...pictures.map((address): [string, LinkRelation] => [address, 'dependsOn']),
      ...target.map((address): [string, LinkRelation] => [address, relationOf(address, false)]),
    ],
  }
}

/** Returns the targets of a location, each once, by `keyOf`. */
export function targetsAt(
  location: string,
  { document, addresses }: LinkSource,
  texts: ReadonlyMap<string, TextTargets>,
  from: Omit<Standpoint, 'pageId'>,
): Map<string, Target> {
  const { reference, dependsOn } = (document !== null && texts.get(document)) || noTargets
  const pageId = location.startsWith('/pages/') ? location.slice('/pages/'.length) : undefined
  const all: [string, LinkRelation][] = [
    ...reference.map((address): [string, LinkRelation] => [address, 'reference']),
    ...dependsOn.map((address): [string, LinkRelation] => [address, 'dependsOn']),
    ...addresses,
  ]
  const targets = all
    .filter(([address]) => address !== '' && isSafeUrl(address))
    .flatMap(([address, relation]) => readTarget(address, relation, { ...from, pageId }) ?? [])
  return new Map(targets.map((target) => [keyOf(target), target]))
}

/** Returns a key that identifies a target with its relation. */
export const keyOf = ({ target, relation }: Pick<Target, 'target' | 'relation'>) => `${relation} ${target}`
