import type { Layout } from './apply-config.ts'
import { BrokenFile, orBroken } from './broken-file.ts'
import { inFile, readText } from './file-text.ts'
import { treeOfFolders } from './folder-tree.ts'
import { treeOfOutline } from './outline-tree.ts'
import type { PlanOptions } from './plan-import.ts'
import type { SourceFile } from './source-files.ts'
import { type PlannedTree, treeOfSummary } from './summary-tree.ts'

/** Plans the page tree. A broken table of contents is a failure, and the outline or the folders replace it. */
export async function planTree(
  { files, summary, readme }: Layout,
  pageFiles: readonly SourceFile[],
  { parser, outline }: PlanOptions,
  broken: Map<string, BrokenFile>,
): Promise<PlannedTree> {
  const pagePaths = pageFiles.map(({ path }) => path)
  const file = files.find(({ path }) => path === summary)
  if (file) {
    const read = await orBroken(async () => {
      const text = await readText(file)
      return inFile(() => parser.run('parseSummary', text))
    })
    if (!(read instanceof BrokenFile)) return treeOfSummary(read, summary, pagePaths)
    broken.set(summary, read)
  }
  if (outline) return { nodes: treeOfOutline(outline, pagePaths), problems: [] }
  return { nodes: treeOfFolders(pagePaths, readme), problems: [] }
}
