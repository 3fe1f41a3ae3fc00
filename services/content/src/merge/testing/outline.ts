import type { Roots } from '../../revisions/entries.ts'
import { markdownOf, type PageNode, pageTree } from '../../revisions/reader.ts'
import type { MemoryStorage } from '../../revisions/testing/memory-storage.ts'
import type { Step } from './steps.ts'

/** A page as a reader meets it. */
export interface ShownPage {
  id: string
  title: string
  text: string
  pages: ShownPage[]
}

/** A revision as its readers meet it. */
export async function shownOf(storage: MemoryStorage, roots: Roots): Promise<ShownPage[]> {
  const show = async ({ id, page, pages }: PageNode): Promise<ShownPage> => ({
    id,
    title: page.title,
    text: await markdownOf(storage, page),
    pages: await Promise.all(pages.map(show)),
  })
  return Promise.all((await pageTree(storage, roots)).map(show))
}

export const idsIn = (pages: ShownPage[]): string[] => pages.flatMap(({ id, pages }) => [id, ...idsIn(pages)])

const find = (pages: ShownPage[], id: string): { among: ShownPage[]; page: ShownPage } | undefined => {
  for (const page of pages) {
    const found = page.id === id ? { among: pages, page } : find(page.pages, id)
    if (found) return found
  }
  return undefined
}

/**
 * The plainest thing that edits could mean: nested lists, no keys, no hashes. Answers the outline after a step that
 * was not refused; the ids that the step names are real ones by now.
 */
export function stepOn(before: ShownPage[], step: Step, id: (index: number) => string, fresh: string): ShownPage[] {
  const outline = structuredClone(before)
  const into = 'into' in step && step.into !== null ? id(step.into) : null
  const put = (page: ShownPage, at: number) =>
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
