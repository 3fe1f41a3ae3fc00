import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { writePrivate } from '@quire/secrets'
import { z } from 'zod'
import { demoPages } from './demo-pages.ts'

const Created = z.object({ id: z.string() })
/** Demos of releases without published sites have no `site`. */
const Demo = z.object({ organization: z.string(), space: z.string(), site: z.string().optional() })
export type Demo = z.infer<typeof Demo>

/** The owner of the demo. */
export const demoPerson = { email: 'ada@example.com', name: 'Ada Lovelace' }

interface DemoSource {
  /** True if the installation has an organization; of this id, if one is given. */
  isInUse(organization?: string): Promise<boolean>
  /** Creates the demo. */
  seed(): Promise<Demo>
}

/**
 * Returns the identifiers of the demo: those that the first start stored in `demo.json`, or those that `seed` creates now.
 * Undefined, and nothing is created, in an installation that is in use without that file, as after a restore, or without the
 * organization in it, as after its deletion.
 */
export async function storedDemo(dataFolder: string, { isInUse, seed }: DemoSource): Promise<Demo | undefined> {
  const file = join(dataFolder, 'demo.json')
  if (!existsSync(file)) {
    // An interrupted first start leaves an organization too, and its demo is tried again.
    const begun = join(dataFolder, 'demo-begun')
    if (!existsSync(begun) && (await isInUse())) return undefined
    writePrivate(begun, '')
    writePrivate(file, JSON.stringify(await seed()))
    rmSync(begun)
  }
  const demo = Demo.parse(JSON.parse(readFileSync(file, 'utf8')))
  return (await isInUse(demo.organization)) ? demo : undefined
}

/** The name of the demo's site in its address. */
const demoSite = 'quire'

/** Creates a small organization with a documented and published space, through the public interface, as its owner would. */
export async function seedDemo(url: string, token: string, signal: AbortSignal): Promise<Demo> {
  const post = (path: string, body?: object) => send(`${url}/v1${path}`, { token, signal, body })
  const create = async (path: string, body: object) => Created.parse(await post(path, body)).id
  const organization = await create('/orgs', { title: 'Quire demo' })
  const collection = await create(`/orgs/${organization}/collections`, { title: 'Product' })
  const space = await create(`/orgs/${organization}/spaces`, { title: 'Handbook', parent: collection })
  const changeRequest = await create(`/spaces/${space}/change-requests`, { subject: 'First pages' })
  const content = `/spaces/${space}/change-requests/${changeRequest}/content?compat=false`
  const pages = demoPages(url)
  const isAbove = (ref: string) => pages.some(({ into }) => into === ref)
  const above = Inserted.parse(await post(content, { changes: inserting(pages, (ref) => isAbove(ref)) }))
  const ids = new Map(above.changes.map(({ ref, page }) => [ref, page.id]))
  await post(content, {
    changes: inserting(pages, (ref) => !isAbove(ref), ids),
  })
  await post(`/spaces/${space}/change-requests/${changeRequest}/merge`)
  const site = await create(`/orgs/${organization}/sites`, { title: 'Quire', visibility: 'public', spaces: [space] })
  await send(`${url}/v1/orgs/${organization}/sites/${site}`, {
    token,
    signal,
    method: 'PATCH',
    body: { basename: demoSite },
  })
  await post(`/orgs/${organization}/sites/${site}/publish`)
  return { organization, space, site: demoSite }
}

const Inserted = z.object({ changes: z.array(z.object({ ref: z.string(), page: Created })) })

/** Builds changes that insert some of the pages at their positions in the list; a page names its parent by id. */
const inserting = (
  pages: ReturnType<typeof demoPages>,
  isWanted: (ref: string) => boolean,
  ids?: ReadonlyMap<string, string>,
) =>
  pages
    .filter(({ ref }) => isWanted(ref))
    .map(({ into, ...page }) => ({
      operation: 'insert_page',
      ...page,
      ...(into !== undefined && { into: ids?.get(into) }),
      ...(ids && into === undefined && { at: pages.findIndex(({ ref }) => ref === page.ref) }),
    }))

interface Sending {
  token: string
  signal: AbortSignal
  method?: string
  body?: object | undefined
}

async function send(url: string, { token, signal, method = 'POST', body = {} }: Sending): Promise<unknown> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const response = await fetch(url, { method, headers, body: JSON.stringify(body), signal })
  const text = await response.text()
  if (!response.ok)
    throw new Error(`${method} ${new URL(url).pathname} answered ${response.status}: ${text.slice(0, 200)}`)
  return text === '' ? undefined : JSON.parse(text)
}
