import { z } from 'zod'
import { expectSuccess } from '../load/client.ts'
import type { Measuring } from '../part.ts'

const corpusStep = 10

/** A space and its pages. */
export interface FilledSpace {
  id: string
  pages: string[]
  /** A page with none below it, from the middle of the tree. */
  leaf: { id: string; path: string }
}

const Identified = z.object({ id: z.string() })
interface Tree {
  id: string
  path: string
  pages: Tree[]
}
const Tree: z.ZodType<Tree> = z.object({
  id: z.string(),
  path: z.string(),
  get pages() {
    return z.array(Tree)
  },
})

type Sender = Pick<Measuring, 'send'>

/** Creates a resource and returns its id. */
export const create = async ({ send }: Sender, path: string, body: object, method = 'POST'): Promise<string> =>
  Identified.parse(await expectSuccess(send(method, path, body))).id

export const createOrganization = (on: Sender, title: string): Promise<string> => create(on, '/v1/orgs', { title })

/** Creates empty spaces, one after the other. */
export async function createSpaces(on: Sender, organization: string, count: number): Promise<string[]> {
  const spaces: string[] = []
  for (let number = 1; number <= count; number += 1)
    spaces.push(await create(on, `/v1/orgs/${organization}/spaces`, { title: `Space ${number}` }))
  return spaces
}

type Importer = Pick<Measuring, 'send' | 'archives'>

/** Creates a space and imports an archive into it, through the interface. */
export async function importSpace(on: Importer, organization: string, archive: string): Promise<FilledSpace> {
  const id = await create(on, `/v1/orgs/${organization}/spaces`, { title: `Pages of ${archive}` })
  const url = `${on.archives}/${archive}.zip`
  // An import waits 30 s for its archive; a large one may take longer to make.
  await (await fetch(url)).arrayBuffer()
  await expectSuccess(on.send('POST', `/v1/spaces/${id}/content/import`, { url, source: 'zip' }))
  const answer = await expectSuccess(on.send('GET', `/v1/spaces/${id}/content/pages`))
  const all = flatten(z.object({ pages: z.array(Tree) }).parse(answer).pages)
  const leaves = all.filter((page) => page.pages.length === 0)
  const leaf = leaves[Math.floor(leaves.length / 2)]
  if (!leaf) throw new Error(`the import of ${archive} left no page`)
  return { id, pages: all.map((page) => page.id), leaf: { id: leaf.id, path: leaf.path } }
}

/** Imports real documentation and returns every tenth of its pages. */
export async function importCorpus(on: Importer, organization: string): Promise<{ id: string; pages: string[] }> {
  const { id, pages } = await importSpace(on, organization, 'corpus')
  return { id, pages: pages.filter((_, number) => number % corpusStep === 5) }
}

const flatten = (tree: Tree[]): Tree[] => tree.flatMap((page) => [page, ...flatten(page.pages)])

const maxPageSize = 1000
const Page = z.object({ items: z.array(z.unknown()), next: z.object({ page: z.string() }) })

/** Walks a list and returns the cursor behind `depth` items; `read` answers a page of it. */
export async function cursorAfter(depth: number, read: (query: string) => Promise<unknown>): Promise<string> {
  let cursor = ''
  for (let left = depth; left > 0; ) {
    const query = new URLSearchParams({ limit: `${Math.min(left, maxPageSize)}`, ...(cursor && { page: cursor }) })
    const { items, next } = Page.parse(await read(query.toString()))
    left -= items.length
    cursor = next.page
  }
  return cursor
}
