import { z } from 'zod'
import { must, type Send } from './api.ts'
import type { Options } from './options.ts'

const listedSpaces = 60
const searchedPages = 1000
const smallPages = 100
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

/** Adds spaces with pages through the interface; `archives` is where imports are fetched from. */
export async function makePages(
  send: Send,
  { organization }: Organization,
  archives: string,
  options: Options,
  report: (progress: string) => void,
): Promise<Pages> {
  async function filled(pages: number): Promise<FilledSpace> {
    const id = await creator(send)(`/v1/orgs/${organization}/spaces`, { title: `${pages} pages` })
    const url = `${archives}/${pages}.zip`
    // An import waits 30 s for its archive; a large one may take longer to make.
    await (await fetch(url)).arrayBuffer()
    await must(send('POST', `/v1/spaces/${id}/content/import`, { url, source: 'zip' }))
    const tree = z.object({ pages: z.array(Tree) }).parse(await must(send('GET', `/v1/spaces/${id}/content/pages`)))
    const all = flat(tree.pages)
    const leaves = all.filter((page) => page.pages.length === 0)
    const leaf = leaves[Math.floor(leaves.length / 2)]
    if (!leaf) throw new Error(`an import of ${pages} pages left none`)
    return { id, pages: all.map((page) => page.id), leaf: { id: leaf.id, path: leaf.path } }
  }

  report(`${smallSpaces} spaces of ${smallPages} pages`)
  const small = await inTurn(smallSpaces, () => filled(smallPages))
  report(`a space of ${searchedPages} pages`)
  const library = await filled(searchedPages)
  report(`a space of ${options.largeSpacePages} pages`)
  const large = await filled(options.largeSpacePages)
  return { library, small, large }
}

function flat(tree: Tree[]): Tree[] {
  return tree.flatMap((page) => [page, ...flat(page.pages)])
}

async function inTurn<Item>(count: number, make: (number: number) => Promise<Item>): Promise<Item[]> {
  const made: Item[] = []
  for (let number = 1; number <= count; number += 1) made.push(await make(number))
  return made
}
