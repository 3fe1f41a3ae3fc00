import type { ImportBase } from './import-base.ts'
import type { ImportPlan } from './plan-import.ts'

/**
 * Moves a plan into a page. A single document becomes the page's content, and the page keeps its title, location and
 * address; several pages go below the page (docs/interface.md#imports).
 */
export function placeInPage(into: ImportBase['into'], plan: ImportPlan): ImportPlan {
  if (!into) return plan
  const { id, page } = into
  const [only] = plan.pages
  if (only?.id === id) {
    const retained = { title: page.title, slug: page.slug, hidden: page.hidden ?? false, parentId: page.parent }
    return { ...plan, pages: [{ ...only, ...retained }] }
  }
  return { ...plan, pages: plan.pages.map((one) => (one.parentId === null ? { ...one, parentId: id } : one)) }
}
