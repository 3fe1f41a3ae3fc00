import { configFile, configPath, type Layout } from './apply-config.ts'
import { BrokenFile, orBroken } from './broken-file.ts'
import { readFileText } from './file-text.ts'
import type { ImportPlan, PlannedSource, PlanOptions } from './import-plan.ts'
import type { SourceFile } from './source-files.ts'

/**
 * Stores the configuration and the table of contents of a whole source in markdown, so that an export gives them back.
 * Nothing for other sources, whose order of pages no file of theirs has.
 */
export async function planSources(
  sources: readonly SourceFile[],
  { root, summary, files }: Layout,
  { whole, outline, storeText }: PlanOptions,
): Promise<Pick<ImportPlan, 'sources'>> {
  if (!whole || outline || sources.some(({ isPage }) => isPage)) return {}
  const planned = async (path: string, root: string, file: SourceFile | undefined): Promise<PlannedSource> => {
    const read = file && (await orBroken(() => readFileText(file)))
    if (!read || read instanceof BrokenFile) return { path, root, source: null }
    const { source, encoding } = read
    return { path, root, source: await storeText(source), ...(encoding && { encoding }) }
  }
  const config = configFile(sources)
  const listing = files.find(({ path }) => path === summary)
  return {
    sources: {
      config: await planned(config?.path ?? configPath, '', config),
      summary: await planned(summary, root, listing),
    },
  }
}
