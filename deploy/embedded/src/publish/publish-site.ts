import { join, resolve } from 'node:path'
import { z } from 'zod'
import { arrangeSite } from './arrange-site.ts'
import { allOf, Named, type Send } from './client.ts'
import { importInto } from './import-space.ts'
import { type Packed, packFolder } from './pack-folder.ts'
import { openRecord, type Publication } from './publication-record.ts'
import { removeMade } from './remove-made.ts'
import type { Report } from './report-run.ts'
import { type SiteConfig, type SpaceEntry, spacesIn } from './site-config.ts'

interface PublishSite {
  send: Send
  /** The address of the server. */
  url: string
  /** Finds the organization to publish in. */
  ofOrganization: () => Promise<string>
  /** The folder with the configuration. */
  source: string
  config: SiteConfig
  /** A folder for packed directories. */
  folder: string
  report: Report
}

const Published = z.object({ urls: z.object({ published: z.string() }) })

/**
 * Publishes the site that a folder describes, one space for each directory, and returns its address. A later publication
 * finds spaces, sections and groups by their keys; what the file does not have any more leaves the site, and its spaces
 * stay in the organization.
 */
export async function publishSite(publishing: PublishSite): Promise<string> {
  const { send, url, ofOrganization, source, config, report } = publishing
  for (const line of config.ignored) report(`  ${line}`)
  const packed = await packSpaces(publishing)
  const organization = await ofOrganization()
  const record = await openRecord(source, url, organization)
  const before = await present(send, organization, record.publication)
  if (!before) await requireFreeTitle(send, organization, config.title)
  report(before ? `Updating "${config.title}"` : `Publishing "${config.title}"`)
  const made: string[] = []
  const publication: Publication = before ?? { site: '', spaces: {}, sections: {}, groups: {} }
  try {
    for (const [entry, archive] of packed) {
      const space = await spaceOf(entry, publication)
      report(`${entry.title}:`)
      await importInto(send, { url, organization, space, packed: archive, report })
    }
    if (publication.site === '') {
      const site = { title: config.title, visibility: 'public' }
      publication.site = Named.parse(await send('POST', `/orgs/${organization}/sites`, site)).id
      made.push(`/orgs/${organization}/sites/${publication.site}`)
    } else await send('PATCH', `/orgs/${organization}/sites/${publication.site}`, { title: config.title })
    await arrangeSite(send, `/orgs/${organization}/sites/${publication.site}`, config.structure, publication)
    const path = `/orgs/${organization}/sites/${publication.site}/publish`
    const { urls } = Published.parse(await send('POST', path))
    await record.write(publication)
    return urls.published
  } catch (error) {
    // A publication after the first one is continued by the next.
    if (before) await record.write(publication)
    else await removeMade(send, made.toReversed(), report)
    throw error
  }

  async function spaceOf({ key, title, content: { language } }: SpaceEntry, { spaces }: Publication): Promise<string> {
    const known = spaces[key]
    const body = { title, ...(language && { language }) }
    if (known !== undefined) {
      await send('PATCH', `/spaces/${known}`, { ...body, language: language ?? null })
      return known
    }
    const { id } = Named.parse(await send('POST', `/orgs/${organization}/spaces`, body))
    if (!before) made.push(`/spaces/${id}`)
    spaces[key] = id
    return id
  }
}

/** Packs all directories before anything is made. */
async function packSpaces({ source, config, folder, report }: PublishSite): Promise<[SpaceEntry, Packed][]> {
  const packed: [SpaceEntry, Packed][] = []
  for (const [at, entry] of spacesIn(config.structure).entries()) {
    const { directory } = entry.content
    if (directory === null) report(`  "${entry.key}" has no directory, so it is left out`)
    else packed.push([entry, await packFolder(resolve(source, directory), join(folder, `${at}.zip`), report)])
  }
  if (packed.length === 0) throw new Error('No space of the site has a directory.')
  return packed
}

/** Leaves out of a publication what is not there any more; undefined if its site is not. */
async function present(
  send: Send,
  organization: string,
  publication: Publication | undefined,
): Promise<Publication | undefined> {
  if (!publication) return undefined
  const sites = await allOf(send, `/orgs/${organization}/sites`, Named)
  if (!sites.some(({ id }) => id === publication.site)) return undefined
  const spaces = new Set((await allOf(send, `/orgs/${organization}/spaces`, Named)).map(({ id }) => id))
  const known = Object.entries(publication.spaces).filter(([, id]) => spaces.has(id))
  return { ...publication, spaces: Object.fromEntries(known) }
}

async function requireFreeTitle(send: Send, organization: string, title: string): Promise<void> {
  const sites = await allOf(send, `/orgs/${organization}/sites`, Named)
  if (sites.some((one) => one.title === title))
    throw new Error(`Another site is called "${title}": choose another site.title, or restore .quire-publish.json.`)
}
