import type { LinkRelation } from '@quire/contracts'
import { isSafeUrl, urlOf } from '@quire/document/plain'
import type { PageEntry, ReusableContentEntry, Roots } from '../revisions/entries.ts'
import type { Storage } from '../revisions/storage.ts'
import {
  noTargets,
  readTarget,
  relationOf,
  type Standpoint,
  type Target,
  type TextTargets,
} from '../targets/targets.ts'
import type { Change } from '../trees/diff.ts'
import { differences } from '../trees/differences.ts'
import { type Entry, sameValue } from '../trees/nodes.ts'

/** What a place has beside its text that leads somewhere, and the text. */
interface Linking {
  document: string | null
  /** Addresses that attributes of a page lead to. */
  addresses: [address: string, relation: LinkRelation][]
}

/** A page, or a text that pages include, whose links may differ between two revisions. */
export interface LocationChange {
  /** Its address: `/pages/<id>` or `/reusable-contents/<id>`. */
  location: string
  before: Linking
  after: Linking
}

/** What came and what went between two revisions, a part at a time: the addresses of pages, files and contents. */
export async function* resourceChanges(storage: Storage, before: Roots, after: Roots) {
  for (const [kind, place] of places)
    for await (const { changes } of differences<unknown>(storage.nodes, before[kind], after[kind])) {
      const named = (some: typeof changes) => some.map(([id]) => `${place}${id}`)
      yield {
        came: named(changes.filter(([, change]) => change.before === undefined)),
        gone: named(changes.filter(([, change]) => change.after === undefined)),
      }
    }
}

const places = [
  ['pages', '/pages/'],
  ['files', '/files/'],
  ['reusables', '/reusable-contents/'],
] as const

/** Where links may differ between two revisions, a part at a time. It costs what differs. */
export async function* locationChanges(
  { nodes }: Storage,
  before: Roots,
  after: Roots,
): AsyncGenerator<LocationChange[]> {
  for await (const { changes } of differences(nodes, before.pages, after.pages))
    yield changesOf('/pages/', changes, linkingOfPage)
  for await (const { changes } of differences(nodes, before.reusables, after.reusables))
    yield changesOf('/reusable-contents/', changes, linkingOfText)
}

function changesOf<Value>(
  place: string,
  changes: Entry<Change<Value>>[],
  linkingOf: (value: Value | undefined) => Linking,
): LocationChange[] {
  return changes
    .map(([id, { before, after }]) => ({
      location: `${place}${id}`,
      before: linkingOf(before),
      after: linkingOf(after),
    }))
    .filter((change) => !sameValue(change.before, change.after))
}

const linkingOfText = (entry: Pick<ReusableContentEntry, 'document'> | undefined): Linking => ({
  document: entry?.document ?? null,
  addresses: [],
})

export function linkingOfPage(page: PageEntry | undefined): Linking {
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

/** What a place links to, each target once by `keyOf`. */
export function targetsAt(
  location: string,
  { document, addresses }: Linking,
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

/** Tells targets and their relations apart. */
export const keyOf = ({ target, relation }: Pick<Target, 'target' | 'relation'>) => `${relation} ${target}`
