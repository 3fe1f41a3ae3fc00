import type { RevisionDraft } from '../storage/revisions/revision-draft.ts'
import { slugKey } from '../storage/revisions/revision-entries.ts'
import type { ImportedPage } from './plan-import.ts'

/**
 * Returns the function that finds the existing group or link of the space that one of an import is, below the page `into`.
 * Neither has a file: both are the same if parent and slug are equal. A group with another title is the one that held at
 * least half of its pages, if the import lacks that one; so it keeps its condition.
 */
export function pagesWithoutFiles(draft: RevisionDraft, pages: readonly ImportedPage[]) {
  const below = Map.groupBy(pages, ({ parentId }) => parentId)
  const found = new Set<string>()

  return async (page: ImportedPage, into: string | null): Promise<string | undefined> => {
    const id = (await withSlug(page, into)) ?? (page.type === 'group' ? await withSamePages(page, into) : undefined)
    if (id !== undefined) found.add(id)
    return id
  }

  async function withSlug({ type, slug }: Pick<ImportedPage, 'type' | 'slug'>, into: string | null) {
    const id = await draft.slugs.get(slugKey({ parent: into, slug }))
    return id !== undefined && (await draft.pages.get(id))?.type === type ? id : undefined
  }

  async function withSamePages({ id, parentId }: ImportedPage, into: string | null) {
    const before = await Promise.all((below.get(id) ?? []).map((page) => draft.pages.get(page.id)))
    const parents = before.flatMap((page) => page?.parent ?? [])
    const [most] = [...Map.groupBy(parents, (parent) => parent)].sort(([, one], [, other]) => other.length - one.length)
    if (!most || most[1].length * 2 < before.length || found.has(most[0])) return undefined
    const group = await draft.pages.get(most[0])
    const isOther = (below.get(parentId) ?? []).some(({ type, slug }) => type === 'group' && slug === group?.slug)
    return group?.type === 'group' && group.parent === into && !isOther ? most[0] : undefined
  }
}
