import { countFitting } from '@quire/kit'
import type { Roots } from '../revisions/entries.ts'
import type { Storage } from '../revisions/storage.ts'
import { getMany } from '../trees/read.ts'

/** Characters of text in one answer; a page with more comes alone. */
const mostCharacters = 1024 ** 2

/** The markdown of those of these pages that fit into one answer, by page. */
export async function publishedTexts(
  storage: Storage,
  roots: Roots,
  ids: readonly string[],
): Promise<Record<string, string>> {
  const pages = await getMany(storage.nodes, roots.pages, [...ids])
  const texts = await storage.documents.load([...new Set([...pages.values()].flatMap((page) => page.document ?? []))])
  const found = ids.flatMap((id) => {
    const page = pages.get(id)
    return page ? [[id, texts.get(page.document ?? '') ?? ''] as const] : []
  })
  const fitting = countFitting(
    found.map(([, text]) => text.length),
    mostCharacters,
  )
  return Object.fromEntries(found.slice(0, fitting))
}
