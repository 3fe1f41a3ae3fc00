import { setImmediate } from 'node:timers/promises'
import { resolveLinks } from '../change-requests/link-targets.ts'
import type { NewPage, RevisionEditor } from '../revisions/editor.ts'
import type { ImportedFile, ImportedPage, ImportPlan } from './plan.ts'

const field = 'body.url'

/**
 * Puts an import's pages, files and reusable contents into a space. A page that came from the same file before is changed
 * in place, as are groups and links that are there already; a new one goes to the end of its parent; pages that the import does not name stay.
 */
export async function bringIn(
  editor: RevisionEditor,
  { pages, files, reusableContents }: Pick<ImportPlan, 'pages' | 'files' | 'reusableContents'>,
): Promise<void> {
  editor.putFiles(files.map((file) => [file.id, fileEntry(file)] as const))
  for (const { id, title, markdown, gitPath } of reusableContents)
    editor.putReusableContent(id, { title, markdown, git: { path: gitPath } })
  const ids = new Map<string, string>()
  for (const page of pages) {
    const into = page.parentId === null ? null : (ids.get(page.parentId) ?? page.parentId)
    const id = (page.gitPath === undefined && (await sameAsBefore(editor, page, into))) || page.id
    ids.set(page.id, id)
    const { frontMatter = null, ...content } = newPage(page)
    if (await editor.page(id)) await editor.updatePage(id, { ...content, frontMatter, into }, field)
    else await editor.insertPage({ ...content, ...(frontMatter && { frontMatter }), id, into }, field)
  }
  await closeLinks(editor, pages)
}

/** Groups and links come from no file: one is what it was before where its parent, slug and type are the same. */
async function sameAsBefore(editor: RevisionEditor, { type, slug }: ImportedPage, into: string | null) {
  const id = await editor.find().child(into, slug)
  return id !== undefined && (await editor.page(id))?.type === type ? id : undefined
}

/** What the import does not have may be in the space, or be named by where pages lie now. */
async function closeLinks(editor: RevisionEditor, pages: readonly ImportedPage[]): Promise<void> {
  const to = { finder: editor.find(), refs: { pages: new Map(), files: new Map() }, field }
  for (const { id, markdown = '', hasOpenLinks } of pages) {
    const page = hasOpenLinks && (await editor.page(id))
    if (!page) continue
    // Reading a long text takes milliseconds: other requests get their turn in between.
    await setImmediate()
    await editor.updatePage(id, { markdown: await resolveLinks(markdown, { id, page }, to) }, field)
  }
}

function fileEntry({ name, contentType, size, blob, gitPath, dimensions }: ImportedFile) {
  return { name, contentType, size, blob, path: gitPath, ...(dimensions && { dimensions }) }
}

function newPage({
  id: _id,
  parentId: _parentId,
  order: _order,
  path: _path,
  gitPath,
  url,
  hasOpenLinks,
  markdown,
  ...page
}: ImportedPage): NewPage {
  return {
    ...page,
    // A text whose links are still to be found is written once they are.
    ...(markdown !== undefined && !hasOpenLinks && { markdown }),
    ...(gitPath !== undefined && { git: { path: gitPath } }),
    ...(url !== undefined && { target: { kind: 'url', url } }),
  }
}
