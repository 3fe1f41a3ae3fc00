import type { NewPage, RevisionEditor } from '../revisions/editor.ts'
import type { ImportedFile, ImportedPage, ImportPlan } from './plan.ts'

const field = 'body.url'

/**
 * Puts an import's pages and files into a space. A page that came from the same file before is changed
 * where it is, a new one goes to the end of its parent; pages that the import does not name stay.
 */
export async function bringIn(
  editor: RevisionEditor,
  { pages, files }: Pick<ImportPlan, 'pages' | 'files'>,
): Promise<void> {
  editor.putFiles(files.map((file) => [file.id, fileEntry(file)] as const))
  const added = new Set<string>()
  for (const page of pages) {
    const { parentId: into } = page
    const content = newPage(page)
    if (await editor.page(page.id)) await editor.updatePage(page.id, { ...content, into }, field)
    else {
      added.add(page.id)
      await editor.insertPage({ ...content, id: page.id, into }, field)
    }
  }
}

function fileEntry({ name, contentType, size, sha256, gitPath, dimensions }: ImportedFile) {
  return { name, contentType, size, blob: sha256, path: gitPath, ...(dimensions && { dimensions }) }
}

function newPage({
  id: _id,
  parentId: _parentId,
  order: _order,
  path: _path,
  gitPath,
  url,
  ...page
}: ImportedPage): NewPage {
  return {
    ...page,
    ...(gitPath !== undefined && { git: { path: gitPath } }),
    ...(url !== undefined && { target: { kind: 'url', url } }),
  }
}
