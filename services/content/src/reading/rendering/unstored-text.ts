import type { renderablePageOperations } from '@quire/contracts'
import type { Input } from '@quire/kit'
import { noReferences } from '../../editing/authoring/batch-references.ts'
import { resolveLinks } from '../../editing/authoring/resolve-links.ts'
import type { OpenRevision } from '../../pages/open-revision.ts'
import { inField, presentReadable } from '../../pages/text-conversion.ts'
import { RevisionEditor } from '../../storage/revisions/revision-editor.ts'
import type { PageEntry } from '../../storage/revisions/revision-entries.ts'
import type { ReadingContext } from '../context.ts'

type Request = ReadingContext & Input<typeof renderablePageOperations.getRenderablePage>

/** Matches a text that may have front matter. */
const opensFrontMatter = /^\s*---/

/** Matches a text that may have a link which is neither absolute nor by id, and has to be resolved. */
const hasRelativeLink =
  /(?:\]\(<?|\]:[ \t]*<?|\b(?:href|src|url)=["'])(?!https?:|mailto:|tel:|#|\/(?:pages|files|spaces|reusable-contents|openapi)\/)[^)\s"']/

/**
 * Returns the tree of a text that somebody is writing, as its page would have it: front matter is no part of the text,
 * and links are resolved as in a change. Throws 400 naming the field if the front matter is invalid.
 */
export async function unstoredTree(
  context: Request,
  open: OpenRevision,
  page: PageEntry | undefined,
): Promise<{ json: Buffer; isForAll: boolean }> {
  const markdown = context.body.markdown ?? ''
  const isPlain = !opensFrontMatter.test(markdown) && !hasRelativeLink.test(markdown)
  const text = isPlain ? markdown : await resolved(context, open, page, markdown)
  return { json: Buffer.from(JSON.stringify(await presentReadable(context.parser, text))), isForAll: false }
}

async function resolved(
  { parser, body, deps }: Request,
  open: OpenRevision,
  page: PageEntry | undefined,
  text: string,
) {
  const read = await inField('body.markdown', () => parser.run('readText', text, true))
  const editor = new RevisionEditor(open.storage, open.revision.roots, deps.now().toISOString())
  const from = page && body.page !== undefined ? { id: body.page, page } : [{ path: 'page.md', isFile: false }]
  return resolveLinks(read, from, { finder: editor.find(), refs: noReferences() })
}
