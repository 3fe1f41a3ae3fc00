import { allocateOrderKeys } from '../storage/revisions/order-keys.ts'
import type { RevisionDraft } from '../storage/revisions/revision-draft.ts'
import { childrenPrefix, isImported, type PageEntry, putAt } from '../storage/revisions/revision-entries.ts'
import type { ImportPlan } from './import-plan.ts'
import { orderKeysAlong } from './order-keys-along.ts'
import type { IdsByPath } from './stable-links.ts'

type Pages = ReadonlyMap<string, PageEntry>

/** The part of a space that a source mirrors: what it brought before, and all pages there. */
export interface Mirrored {
  /** The source; '' for imports of before sources were recorded. */
  source: string
  /** The paths that the source brought. */
  known: IdsByPath
  pages: Pages
  /** True if the space is to have nothing but the import: then what others brought, or made by hand, goes too. */
  isAlone: boolean
  /** Ids of files and reusable contents that everything else refers to. */
  referenced: ReadonlySet<string>
  /** Called for everything that the source does not have any more, with its path or title. */
  onRemoved(what: string): void
}

/** A page of the import in the space. */
export interface Placed {
  id: string
  into: string | null
  before: PageEntry | undefined
}

/**
 * Removes what was imported before and is not in the import any more: pages, links, groups that hold nothing else, files
 * and reusable contents. Pages made by hand below a removed page go up to the next page that stays.
 */
export async function removeAbsent(
  draft: RevisionDraft,
  { source, known, pages, isAlone, referenced, onRemoved }: Mirrored,
  { files, reusableContents }: Pick<ImportPlan, 'files' | 'reusableContents'>,
  arrivals: readonly Placed[],
): Promise<void> {
  const staying = new Map(arrivals.map(({ id, into }) => [id, into]))
  const absent = absentPages(pages, (page) => isAlone || isOf(source, page), staying)
  for (const [id, page] of absent) {
    draft.detach(id, page)
    onRemoved(page.git?.path ?? page.title)
  }
  for (const [id, page] of pages) {
    if (absent.has(id) || staying.has(id) || page.parent === null || !absent.has(page.parent)) continue
    let parent: string | null = page.parent
    while (parent !== null && absent.has(parent)) parent = absent.get(parent)?.parent ?? null
    const [order = ''] = await allocateOrderKeys(draft, parent, undefined)
    draft.detach(id, page)
    await draft.attach(id, putAt(page, parent, order))
  }
  const gone = (ids: ReadonlyMap<string, string>, now: readonly { id: string }[], remove: (id: string) => void) => {
    const present = new Set(now.map(({ id }) => id))
    for (const [path, id] of ids) {
      if (present.has(id) || referenced.has(id)) continue
      remove(id)
      onRemoved(path)
    }
  }
  gone(known.files, files, (id) => draft.files.remove(id))
  gone(known.reusableContents, reusableContents, (id) => draft.reusables.remove(id))
}

/**
 * The mirrored pages that do not stay; a group stays as long as it holds a page of others, or one that stays. `staying`
 * has the parents of the pages after the import.
 */
function absentPages(
  pages: Pages,
  isMirrored: (page: PageEntry) => boolean,
  staying: ReadonlyMap<string, string | null>,
): Map<string, PageEntry> {
  const parents = new Map([...[...pages].map(([id, { parent }]) => [id, parent] as const), ...staying])
  const holding = new Set<string>()
  for (const [id, parent] of parents) {
    const page = pages.get(id)
    if (page && isMirrored(page) && !staying.has(id)) continue
    for (let up = parent; up !== null && !holding.has(up); up = parents.get(up) ?? null) holding.add(up)
  }
  const isAbsent = (id: string, page: PageEntry) =>
    isMirrored(page) && !staying.has(id) && !(page.type === 'group' && holding.has(id))
  return new Map([...pages].filter(([id, page]) => isAbsent(id, page)))
}

/** True if the source brought the page. */
export const isOf = (source: string, page: PageEntry): boolean =>
  isImported(page) && (page.importSource ?? '') === source

/**
 * Returns the order keys of all siblings that have to move, so that the import's pages follow its order. A page made by
 * hand stays behind the page that it followed.
 */
export async function ordersAlong(draft: RevisionDraft, arrivals: readonly Placed[]): Promise<Map<string, string>> {
  const comingAnywhere = new Set(arrivals.map(({ id }) => id))
  const orders = new Map<string, string>()
  for (const [into, coming] of Map.groupBy(arrivals, (one) => one.into)) {
    const present = await siblingsOf(draft, into)
    const comingHere = new Set(coming.map(({ id }) => id))
    const staying = present.filter(({ id }) => !comingAnywhere.has(id) || comingHere.has(id))
    const wanted = withFollowers(comingHere, staying)
    const orderOf = new Map(present.map(({ id, order }) => [id, order]))
    const keys = orderKeysAlong(wanted.map((id) => orderOf.get(id)))
    for (const [at, id] of wanted.entries()) {
      const key = keys[at] ?? ''
      if (orderOf.get(id) !== key) orders.set(id, key)
    }
  }
  return orders
}

async function siblingsOf({ children }: RevisionDraft, parent: string | null) {
  const [from, to] = await children.span(childrenPrefix(parent))
  const entries = await children.slice(from, to)
  return entries.map(([key, id]) => ({ id, order: key.split('/')[1] ?? '' }))
}

/** Puts each page made by hand behind the import's page that it follows now; those before all of them stay first. */
function withFollowers(coming: ReadonlySet<string>, present: readonly { id: string }[]): string[] {
  const first: string[] = []
  const behind = new Map([...coming].map((id): [string, string[]] => [id, [id]]))
  let last = first
  for (const { id } of present) {
    const own = behind.get(id)
    if (own) last = own
    else last.push(id)
  }
  return [first, ...behind.values()].flat()
}
