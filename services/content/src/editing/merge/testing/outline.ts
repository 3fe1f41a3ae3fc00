import type { Roots } from '../../../storage/revisions/revision-entries.ts'
import { markdownOf, type PageNode, pageTree } from '../../../storage/revisions/revision-reads.ts'
import type { MemoryStorage } from '../../../storage/revisions/testing/memory-storage.ts'
import type { Step } from './steps.ts'

/** A page with the fields that readers see. */
export interface PageOutline {
  id: string
  title: string
  text: string
  pages: PageOutline[]
}

/** Reads the pages of a revision. */
export async function readOutline(storage: MemoryStorage, roots: Roots): Promise<PageOutline[]> {
  const outlineOfPage = async ({ id, page, pages }: PageNode): Promise<PageOutline> => ({
    id,
    title: page.title,
    text: await markdownOf(storage, page),
    pages: await Promise.all(pages.map(outlineOfPage)),
  })
  return Promise.all((await pageTree(storage, roots)).map(outlineOfPage))
}

export const idsIn = (pages: PageOutline[]): string[] => pages.flatMap(({ id, pages }) => [id, ...idsIn(pages)])

const find = (pages: PageOutline[], id: string): { among: PageOutline[]; page: PageOutline } | undefined => {
  for (const page of pages) {
    const found = page.id === id ? { among: pages, page } : find(page.pages, id)
    if (found) return found
  }
  return undefined
}

/**
 * Reference model of an edit on nested lists, without keys and hashes. Returns the outline after a step that was not
 * refused.
 */
export function stepOn(before: PageOutline[], step: Step, id: (index: number) => string, fresh: string): PageOutline[] {
  const outline = structuredClone(before)
  const into = 'into' in step && step.into !== null ? id(step.into) : null
  const put = (page: PageOutline, at: number) =>
    (into === null ? outline : (find(outline, into)?.page.pages ?? [])).splice(at, 0, page)
  if (step.kind === 'insert') {
    put({ id: fresh, title: step.title, text: '', pages: [] }, step.at)
    return outline
  }
  const found = find(outline, id(step.page))
  if (!found) return outline
  if (step.kind === 'write') found.page.text = step.markdown
  if (step.kind === 'rename') found.page.title = step.title
  if (step.kind === 'delete' || step.kind === 'move') found.among.splice(found.among.indexOf(found.page), 1)
  if (step.kind === 'move') put(found.page, step.at)
  return outline
}
