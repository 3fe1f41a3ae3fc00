import type { ImportPlan } from '../plan.ts'
import type { ClaimedRun } from './runs.tables.ts'

const mostPages = 1000
const mostFailures = 100
const longest = { path: 1024, problem: 500 }
/** Sources that are one page. */
const ofOnePage = ['docx', 'html', 'markdown']

/** What a completed run keeps of what it did. Lists are JSON. */
export function resultOf({ source, url }: Pick<ClaimedRun, 'source' | 'url'>, plan: ImportPlan) {
  const documents = plan.pages.filter(({ type }) => type === 'document')
  const fetched = ofOnePage.includes(source) ? (url ?? undefined) : undefined
  const pages = documents
    .slice(0, mostPages)
    .map(({ id, sourceURL = fetched }) => ({ id, ...(sourceURL && { sourceURL }) }))
  const failures = plan.failures.slice(0, mostFailures).map(({ path, problem }) => ({
    path: cut(path, longest.path),
    problem: cut(problem, longest.problem),
  }))
  return {
    imported_resources: plan.importedResources,
    total_resources: plan.totalResources,
    failures: JSON.stringify(failures),
    failure_count: plan.failures.length,
    pages: JSON.stringify(pages),
    page_count: documents.length,
  }
}

/** The database takes no half of a character. */
const cut = (text: string, most: number) => text.slice(0, most).toWellFormed()

export type ResultOfRun = ReturnType<typeof resultOf> & { revision: string; completed_at: Date }
