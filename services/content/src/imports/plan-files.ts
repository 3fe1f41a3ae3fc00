import { newId } from '@quire/kit'
import { BrokenFile, type CountBroken, orBroken } from './broken-file.ts'
import type { Layout } from './config.ts'
import { targetsOf } from './links.ts'
import { partsOf } from './parts.ts'
import type { ImportedFile, ImportPlan, PlanOptions } from './plan.ts'
import { planTree } from './plan-tree.ts'
import { presentPages } from './present.ts'
import { pageReader } from './reading-pages.ts'
import { type ImportedReusableContent, reusableContentOf } from './reusable-contents.ts'
import type { SourceFile } from './sources.ts'
import type { TreeNode } from './tree.ts'

/** The plan of files, of which `failed` more were not to be had; incomplete where some turn out to be `broken`. */
export async function planFiles(
  layout: Layout,
  options: PlanOptions,
  { broken, failed, count }: { broken: Map<string, BrokenFile>; failed: number; count: CountBroken },
): Promise<Omit<ImportPlan, 'failures' | 'totalResources'>> {
  const { known, signal, progress } = options
  const { pageFiles, otherFiles, included } = partsOf(layout)
  const { nodes, problems } = await planTree(layout, pageFiles, options, broken)
  const found = pageFiles.concat(otherFiles, included)
  const replacing = replacedBy(nodes, options)
  const targets = targetsOf(
    replacing ?? idsOf(pageFiles, known?.pages),
    idsOf(otherFiles, known?.files),
    idsOf(included, known?.reusableContents),
    found,
  )
  const ignored: string[] = []
  let done = 0
  const oneMore = () => {
    done += 1
    progress?.({ importedResources: done, totalResources: found.length + failed })
  }
  const read = pageReader(options, pageFiles.concat(included), { ignored, broken, count, oneMore })
  const pages = await presentPages(nodes, { ...options, targets, read })
  const reusableContents: ImportedReusableContent[] = []
  const contents = read(included.map(({ path }) => ({ path, isWhole: true })))
  for (const { path } of included) {
    const content = await contents()
    if (content) reusableContents.push(await reusableContentOf(path, content, { ...options, targets }))
  }
  const files: ImportedFile[] = []
  for (const file of broken.size === 0 ? otherFiles : []) {
    signal?.throwIfAborted()
    const imported = await orBroken(() => importFile(file, options.keep, targets.files))
    if (imported instanceof BrokenFile) broken.set(file.path, imported)
    else files.push(imported)
    oneMore()
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

/** The page that an import of one document becomes: the document then has the page's id and title. */
function replacedBy(nodes: TreeNode[], { replaces }: PlanOptions): [string, string][] | undefined {
  const [only, ...others] = nodes
  if (!replaces || only?.type !== 'document' || only.children.length + others.length > 0) return undefined
  only.title = replaces.title
  return [[only.path, replaces.id]]
}

async function importFile(
  { path, read }: SourceFile,
  keep: PlanOptions['keep'],
  ids: ReadonlyMap<string, string>,
): Promise<ImportedFile> {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return { ...(await keep(name, await read())), id: ids.get(path) ?? newId(), name, gitPath: path }
}
