import type { ClaimedRun } from '../../tables/runs.tables.ts'
import type { ImportPlan } from '../plan-import.ts'

const maxPages = 1000
const maxFailures = 100
const maxLengths = { path: 1024, problem: 500 }
/** Sources that consist of one page. */
const ofOnePage = ['docx', 'html', 'markdown']

/** Returns the result columns of a completed run. Lists are JSON and bounded. */
export function resultOf({ source, url }: Pick<ClaimedRun, 'source' | 'url'>, plan: ImportPlan) {
  const documents = plan.pages.filter(({ type }) => type === 'document')
  const fetched = ofOnePage.includes(source) ? (url ?? undefined) : undefined
  const pages = documents
    .slice(0, maxPages)
    .map(({ id, sourceURL = fetched }) => ({ id, ...(sourceURL && { sourceURL }) }))
  const failures = plan.failures.slice(0, maxFailures).map(({ path, problem }) => ({
    path: truncate(path, maxLengths.path),
    problem: truncate(problem, maxLengths.problem),
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

/** Truncates a text, without a lone surrogate at its end, which the database rejects. */
const truncate = (text: string, max: number) => text.slice(0, max).toWellFormed()

export type ResultOfRun = ReturnType<typeof resultOf> & { revision: string; completed_at: Date }
