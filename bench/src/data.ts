import { z } from 'zod'
import { must, type Send } from './api.ts'
import type { Options } from './options.ts'

const listedSpaces = 60
const searchedPages = 1000
const smallPages = 100
const corpusStep = 10
/** As many as write at once. */
export const smallSpaces = 8

/** A space and its pages. */
export interface FilledSpace {
  id: string
  pages: string[]
  /** A page with none beneath it, from the middle of the tree. */
  leaf: { id: string; path: string }
}

export interface Organization {
  userId: string
  organization: string
  /** More than a list shows at once; they are empty. */
  spaces: string[]
}

export interface Pages {
  /** 1,000 pages to read and search. */
  library: FilledSpace
  /** 100 pages each. */
  small: FilledSpace[]
  /** 10,000 pages. */
  large: FilledSpace
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

const creator = (send: Send) => async (path: string, body: object) =>
  Identified.parse(await must(send('POST', path, body))).id

/** Makes an organization with its spaces through the interface. */
export async function makeOrganization(send: Send, report: (progress: string) => void): Promise<Organization> {
  const create = creator(send)
  const { id: userId } = Identified.parse(await must(send('GET', '/v1/user')))
  const organization = await create('/v1/orgs', { title: 'Measured' })
  report(`${listedSpaces} spaces`)
  const spaces = await inTurn(listedSpaces, (number) =>
    create(`/v1/orgs/${organization}/spaces`, { title: `Space ${number}` }),
  )
  return { userId, organization, spaces }
}

/** Where spaces are made, and where archives are fetched from to fill them. */
export interface Filling {
  send: Send
  organization: string
  archives: string
}

/** Adds a space with the pages of an archive through the interface. */
export async function filled({ send, organization, archives }: Filling, archive: string): Promise<FilledSpace> {
  const id = await creator(send)(`/v1/orgs/${organization}/spaces`, { title: `Pages of ${archive}` })
  const url = `${archives}/${archive}.zip`
  // An import waits 30 s for its archive; a large one may take longer to make.
  await (await fetch(url)).arrayBuffer()
  await must(send('POST', `/v1/spaces/${id}/content/import`, { url, source: 'zip' }))
  const tree = z.object({ pages: z.array(Tree) }).parse(await must(send('GET', `/v1/spaces/${id}/content/pages`)))
  const all = flat(tree.pages)
  const leaves = all.filter((page) => page.pages.length === 0)
  const leaf = leaves[Math.floor(leaves.length / 2)]
  if (!leaf) throw new Error(`the import of ${archive} left no page`)
  return { id, pages: all.map((page) => page.id), leaf: { id: leaf.id, path: leaf.path } }
}

/** Adds spaces with pages. */
export async function makePages(
  filling: Filling,
  options: Options,
  report: (progress: string) => void,
): Promise<Pages> {
  report(`${smallSpaces} spaces of ${smallPages} pages`)
  const small = await inTurn(smallSpaces, () => filled(filling, `${smallPages}`))
  report(`a space of ${searchedPages} pages`)
  const library = await filled(filling, `${searchedPages}`)
  report(`a space of ${options.largeSpacePages} pages`)
  // A search reads the index of its whole organization, and the library is searched as 1,000 pages.
  const organization = await creator(filling.send)('/v1/orgs', { title: 'Large' })
  const large = await filled({ ...filling, organization }, `${options.largeSpacePages}`)
  return { library, small, large }
}

/** Adds a space with real documentation; every so many of its pages are named. */
export async function makeCorpus(filling: Filling): Promise<{ id: string; pages: string[] }> {
  const { id, pages } = await filled(filling, 'corpus')
  return { id, pages: pages.filter((_, number) => number % corpusStep === 5) }
}

function flat(tree: Tree[]): Tree[] {
  return tree.flatMap((page) => [page, ...flat(page.pages)])
}

async function inTurn<Item>(count: number, make: (number: number) => Promise<Item>): Promise<Item[]> {
  const made: Item[] = []
  for (let number = 1; number <= count; number += 1) made.push(await make(number))
  return made
}
