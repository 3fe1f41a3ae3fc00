import { BrokenFile, orBroken } from './broken-file.ts'
import type { Layout } from './config.ts'
import { treeOfFolders } from './folder-tree.ts'
import { treeOfOutline } from './outline-tree.ts'
import type { PlanOptions } from './plan.ts'
import type { SourceFile } from './sources.ts'
import { type PlannedTree, treeOfSummary } from './summary-tree.ts'
import { inFile, readText } from './text.ts'

/** A table of contents that cannot be read is a failure like any other, and the folders take its place. */
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
