import { badRequest } from '@quire/kit'
import { applyConfig, type Layout } from './apply-config.ts'
import { type BrokenFile, costlyFiles } from './broken-file.ts'
import { isPage } from './classify-files.ts'
import type { ImportPlan, PlanOptions } from './import-plan.ts'
import { planFiles } from './plan-files.ts'
import { planSources, problemsOfSiteFile } from './plan-sources.ts'
import type { ImportFailure, SourceFile } from './source-files.ts'
import { withReferences } from './with-references.ts'

export type { ImportedPage } from './plan-pages.ts'

/**
 * Converts source files to pages and files of a space, in the tree of SUMMARY.md, else of the source's outline, else of
 * the folders. Reads files in batches, so that memory holds few texts. A file that cannot be read becomes a failure
 * with the line at fault; the other files are then planned again, so that no link leads to the missing one. Throws 400
 * if no page could be read.
 */
export async function planImport(sources: SourceFile[], options: PlanOptions): Promise<ImportPlan> {
  const { field, failures: before = [] } = options
  const failures = [...before]
  const referring = await withReferences(await applyConfig(sources, options), options)
  const planned = await planSources(sources, referring.layout, options)
  let [layout, planning]: [Layout, PlanOptions] = [
    referring.layout,
    {
      ...options,
      problems: [
        ...(options.problems ?? []),
        ...(await problemsOfSiteFile(sources, options.parser)),
        ...referring.problems,
      ],
    },
  ]
  const count = costlyFiles(field)
  for (;;) {
    const broken = new Map<string, BrokenFile>()
    const isEmpty = !layout.files.some((file) => isPage(file, layout))
    if (isEmpty) throw badRequest(field, failures.length > 0 ? summaryOf(failures) : 'holds no pages')
    const plan = await planFiles(layout, planning, { broken, failed: failures.length, count })
    if (broken.size === 0)
      return { ...plan, ...planned, failures, totalResources: plan.importedResources + failures.length }
    for (const [path, { message }] of broken) failures.push({ path, problem: message })
    // A single page that is left of several must not replace the target page.
    if (layout.files.some((file) => broken.has(file.path) && isPage(file, layout))) planning = withoutReplaced(planning)
    layout = { ...layout, files: layout.files.filter(({ path }) => !broken.has(path)) }
  }
}

const withoutReplaced = ({ replaces: _, ...options }: PlanOptions): PlanOptions => options

const summaryOf = ([first, ...others]: readonly ImportFailure[]) =>
  `${first?.path}: ${first?.problem}${others.length > 0 ? ` (and ${others.length} more)` : ''}`
