import { openAsBlob } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { z } from 'zod'
import { clientOf, type Send } from './client.ts'
import type { Server } from './find-server.ts'
import { type Packed, packFolder } from './pack-folder.ts'

const Named = z.object({ id: z.string(), title: z.string().optional() })
const List = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), next: z.object({ page: z.string() }).optional() })
const Upload = z.object({ url: z.string(), key: z.string() })
const Run = z.object({
  id: z.string(),
  status: z.string(),
  reason: z.string().optional(),
  revision: z.string().optional(),
  importedResources: z.number(),
  totalResources: z.number(),
  failures: z.array(z.object({ path: z.string(), problem: z.string() })).optional(),
})
const Site = z.object({ urls: z.object({ published: z.string() }) })

interface Publishing {
  /** A folder of markdown or a zip. */
  source: string
  /** The title of the space and of the site, by which a later publication finds them. */
  title: string
  report: (line: string) => void
}

const pollMs = 500

/** Publishes a folder as a public site, or updates the site of this title; returns the site's address. */
export async function publishFolder(server: Server, { source, title, report }: Publishing): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'quire-publish-'))
  try {
    const packed = await packFolder(source, join(folder, 'folder.zip'))
    const send = clientOf(server)
    const organization = server.organization ?? (await onlyOrganization(send))
    const before = await findPublished(send, organization, title)
    const space = before?.space ?? Named.parse(await send('POST', `/orgs/${organization}/spaces`, { title })).id
    report(before ? `Updating "${title}"` : `Publishing "${title}"`)
    try {
      await importInto(send, { url: server.url, organization, space, packed, report })
    } catch (error) {
      // Nothing is left of a first publication that failed.
      if (!before) await send('DELETE', `/spaces/${space}`)
      throw error
    }
    const site =
      before?.site ??
      Named.parse(await send('POST', `/orgs/${organization}/sites`, { title, visibility: 'public', spaces: [space] }))
        .id
    return Site.parse(await send('POST', `/orgs/${organization}/sites/${site}/publish`)).urls.published
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function onlyOrganization(send: Send): Promise<string> {
  const [only, ...others] = await allOf(send, '/orgs', Named)
  if (!only) throw new Error('The person of the token is in no organization: create one, or use another token.')
  if (others.length === 0) return only.id
  const names = [only, ...others].map(({ id, title }) => `${id} (${title})`).join(', ')
  throw new Error(`Say by --organization which one to publish in: ${names}`)
}

/** Finds the site of this title and its space. Throws if it is not certain that both were made by this command. */
async function findPublished(send: Send, organization: string, title: string) {
  const path = `/orgs/${organization}/sites`
  const [site, ...others] = (await allOf(send, path, Named)).filter((one) => one.title === title)
  if (!site) return undefined
  const spaces = await allOf(send, `${path}/${site.id}/site-spaces`, z.object({ space: Named }))
  const [only] = spaces
  if (others.length > 0 || spaces.length !== 1 || only?.space.title !== title) {
    throw new Error(`Another site is called "${title}": choose another title by --title.`)
  }
  return { site: site.id, space: only.space.id }
}

async function allOf<Item extends z.ZodType>(send: Send, path: string, item: Item): Promise<z.output<Item>[]> {
  const found: z.output<Item>[] = []
  for (let page: string | undefined = ''; page !== undefined; ) {
    const list = List(item).parse(await send('GET', `${path}?limit=1000${page && `&page=${encodeURIComponent(page)}`}`))
    found.push(...list.items)
    page = list.next?.page
  }
  return found
}

interface Importing extends Pick<Publishing, 'report'>, Pick<Server, 'url'> {
  organization: string
  space: string
  packed: Packed
}

async function importInto(send: Send, { url, organization, space, packed, report }: Importing): Promise<void> {
  const { path, name, size } = packed
  const file = { name, type: 'application/zip', size }
  const upload = Upload.parse(await send('POST', `/orgs/${organization}/storage/upload`, { file, kind: 'import_file' }))
  // The public address of the server may not be reachable from here.
  const { pathname } = new URL(upload.url)
  const address = `${url}${pathname.slice(pathname.indexOf('/v1/'))}`
  const sent = await fetch(address, { method: 'PUT', body: await openAsBlob(path) })
  if (!sent.ok) throw new Error(`The upload was answered with ${sent.status}: try again.`)
  const start = { source: { type: 'file', files: [upload.key] }, target: { space } }
  const { id } = Run.parse(await send('POST', `/org/${organization}/imports`, start))
  for (let last = ''; ; ) {
    const run = Run.parse(await send('GET', `/org/${organization}/imports/${id}`))
    const line = `  ${run.importedResources} of ${run.totalResources} files`
    if (line !== last && run.totalResources > 0) report(line)
    last = line
    if (run.status === 'completed') return await reportResult(send, space, run, report)
    if (run.status !== 'pending' && run.status !== 'in-progress')
      throw new Error(run.reason ?? `The import ${run.status}.`)
    await setTimeout(pollMs)
  }
}

const Changes = z.object({
  changes: z.array(z.object({ type: z.string() })),
  more: z.number().optional(),
})

async function reportResult(send: Send, space: string, run: z.output<typeof Run>, report: Publishing['report']) {
  for (const { path, problem } of run.failures ?? []) report(`  ${path}: ${problem}`)
  const found = Changes.parse(await send('GET', `/spaces/${space}/revisions/${run.revision}/changes?limit=1000`))
  const count = found.changes.filter(({ type }) => type.startsWith('page_')).length
  report(`  ${found.more ? 'More than ' : ''}${count} ${count === 1 ? 'page' : 'pages'} changed`)
}
