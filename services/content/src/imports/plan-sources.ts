import { configFile, configPath, type Layout } from './apply-config.ts'
import { BrokenFile, orBroken } from './broken-file.ts'
import type { ImportsParser } from './context.ts'
import { readFileText, readText } from './file-text.ts'
import type { ImportPlan, PlannedSource, PlanOptions } from './import-plan.ts'
import type { SourceFile } from './source-files.ts'

/** Files that describe a whole site. */
const siteFiles = ['docs.yaml', 'gitbook-docs.yaml']
const maxCharacters = 256 * 1024

/**
 * Stores the configuration and the table of contents of a whole source in markdown, so that an export gives them back.
 * Nothing for other sources, whose order of pages no file of theirs has.
 */
export async function planSources(
  sources: readonly SourceFile[],
  { root, summary, files }: Layout,
  { isWhole, outline, storeText }: PlanOptions,
): Promise<Pick<ImportPlan, 'sources'>> {
  if (!isWhole || outline || sources.some(({ isPage }) => isPage)) return {}
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

/** Names what a file that describes a whole site says of other places than this space: an import fills one space. */
export async function problemsOfSiteFile(files: readonly SourceFile[], parser: ImportsParser): Promise<string[]> {
  const file = files.find(({ path }) => siteFiles.includes(path))
  if (!file) return []
  const text = await orBroken(() => readText(file))
  if (typeof text !== 'string' || text.length > maxCharacters) return [`${file.path}: it cannot be read`]
  const { entries, problem } = await parser.run('listSiteEntries', text)
  if (problem !== undefined) return [`${file.path}: ${problem}`]
  return entries.map(({ line, words }) => `${file.path}, line ${line}: ${words} is not made: an import fills one space`)
}
