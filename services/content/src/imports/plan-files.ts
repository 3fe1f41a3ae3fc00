import { newId } from '@quire/kit'
import type { Layout } from './apply-config.ts'
import { BrokenFile, type CountBroken, orBroken } from './broken-file.ts'
import { classifyFiles } from './classify-files.ts'
import type { TreeNode } from './import-tree.ts'
import { pageReader } from './page-reader.ts'
import type { ImportedFile, ImportPlan, PlanOptions } from './plan-import.ts'
import { planPages } from './plan-pages.ts'
import { planTree } from './plan-tree.ts'
import { type ImportedReusableContent, reusableContentOf } from './reusable-contents.ts'
import type { SourceFile } from './source-files.ts'
import { linkTargetsOf } from './stable-links.ts'

/** Plans files; `failed` counts earlier failures. The plan is incomplete if files turn out to be `broken`. */
export async function planFiles(
  layout: Layout,
  options: PlanOptions,
  { broken, failed, count }: { broken: Map<string, BrokenFile>; failed: number; count: CountBroken },
): Promise<Omit<ImportPlan, 'failures' | 'totalResources'>> {
  const { known, signal, progress } = options
  const { pageFiles, otherFiles, included } = classifyFiles(layout)
  const { nodes, problems } = await planTree(layout, pageFiles, options, broken)
  const found = pageFiles.concat(otherFiles, included)
  const replacing = replacedBy(nodes, options)
  const targets = linkTargetsOf(
    replacing ?? idsOf(pageFiles, known?.pages),
    idsOf(otherFiles, known?.files),
    idsOf(included, known?.reusableContents),
    found,
  )
  const ignored: string[] = []
  let done = 0
  const countOne = () => {
    done += 1
    progress?.({ importedResources: done, totalResources: found.length + failed })
  }
  const read = pageReader(options, pageFiles.concat(included), { ignored, broken, count, countOne })
  const pages = await planPages(nodes, { ...options, targets, read })
  const reusableContents: ImportedReusableContent[] = []
  const contents = read(included.map(({ path }) => ({ path, isWhole: true })))
  for (const { path } of included) {
    const content = await contents()
    if (content) reusableContents.push(await reusableContentOf(path, content, { ...options, targets }))
  }
  const files: ImportedFile[] = []
  for (const file of broken.size === 0 ? otherFiles : []) {
    signal?.throwIfAborted()
    const imported = await orBroken(() => importFile(file, options.storeFile, targets.files))
    if (imported instanceof BrokenFile) broken.set(file.path, imported)
    else files.push(imported)
    countOne()
  }
  return {
    pages,
    files,
    reusableContents,
    importedResources: found.length,
    problems: [...layout.notes, ...problems, ...ignored],
  }
}

const idsOf = (files: readonly SourceFile[], known: ReadonlyMap<string, string> | undefined) =>
  files.map(({ path }): [string, string] => [path, known?.get(path) ?? newId()])

/** Gives a single document the title of the page that it replaces, and returns its path with the page's id. */
function replacedBy(nodes: TreeNode[], { replaces }: PlanOptions): [string, string][] | undefined {
  const [only, ...others] = nodes
  if (!replaces || only?.type !== 'document' || only.children.length + others.length > 0) return undefined
  only.title = replaces.title
  return [[only.path, replaces.id]]
}

async function importFile(
  { path, read }: SourceFile,
  storeFile: PlanOptions['storeFile'],
  ids: ReadonlyMap<string, string>,
): Promise<ImportedFile> {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return { ...(await storeFile(name, await read())), id: ids.get(path) ?? newId(), name, gitPath: path }
}
