import type { ImportBase } from './base.ts'
import type { ImportPlan } from './plan.ts'

/**
 * An import that goes into a page: one document becomes the page's content, which keeps its title, place and address;
 * several pages go beneath it (docs/interface.md#imports).
 */
export function placedIn(into: ImportBase['into'], plan: ImportPlan): ImportPlan {
  if (!into) return plan
  const { id, page } = into
  const [only] = plan.pages
  if (only?.id === id) {
    const kept = { title: page.title, slug: page.slug, hidden: page.hidden ?? false, parentId: page.parent }
    return { ...plan, pages: [{ ...only, ...kept }] }
  }
  return { ...plan, pages: plan.pages.map((one) => (one.parentId === null ? { ...one, parentId: id } : one)) }
}
