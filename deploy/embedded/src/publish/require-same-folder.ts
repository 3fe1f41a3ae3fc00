import { z } from 'zod'
import type { Send } from './client.ts'
import type { Packed } from './pack-folder.ts'

interface Page {
  git?: { path: string } | undefined
  pages?: Page[] | undefined
}
const Page: z.ZodType<Page> = z.object({
  git: z.object({ path: z.string() }).optional(),
  get pages() {
    return z.array(Page).optional()
  },
})
const Pages = z.object({ pages: z.array(Page) })

/**
 * Throws if most pages of a space came from files that the folder does not have: the import would remove them, or add
 * another documentation to them. Nothing was changed then.
 */
export async function requireSameFolder(send: Send, space: string, { paths }: Packed, title: string): Promise<void> {
  const known = pathsOf(Pages.parse(await send('GET', `/spaces/${space}/content/pages`)).pages)
  // A space knows its paths from the root of the documentation, which may be a folder within this one.
  const present = new Set(paths.flatMap(endingsOf))
  const absent = known.filter((path) => !present.has(path)).length
  if (2 * absent <= known.length) return
  throw new Error(
    `"${title}" was published from another folder: this one lacks ${absent} of its ${known.length} pages. Choose another title by --title, or replace all of it with --replace.`,
  )
}

const pathsOf = (pages: readonly Page[]): string[] =>
  pages.flatMap(({ git, pages: below = [] }) => [...(git ? [git.path.normalize()] : []), ...pathsOf(below)])

/** Returns a path, and the path from each of its folders on. */
function endingsOf(path: string): string[] {
  const parts = path.split('/')
  return parts.map((_, from) => parts.slice(from).join('/'))
}
