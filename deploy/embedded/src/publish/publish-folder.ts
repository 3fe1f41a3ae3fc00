import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { allOf, clientOf, Named, type Send } from './client.ts'
import type { Server } from './find-server.ts'
import { importInto } from './import-space.ts'
import { packFolder } from './pack-folder.ts'
import { publishSite } from './publish-site.ts'
import { removeMade } from './remove-made.ts'
import type { Report } from './report-run.ts'
import { requireSameFolder } from './require-same-folder.ts'
import { readSiteConfig } from './site-config.ts'

const Site = z.object({ urls: z.object({ published: z.string() }) })

interface Publishing {
  /** A folder of markdown or a zip. */
  source: string
  /** The title of the space and of the site, by which a later publication finds them. */
  title: string
  report: Report
  /** True to publish a folder other than the one that the site has its pages from. */
  replace?: boolean | undefined
}

/**
 * Publishes a folder as a public site, or updates the site of this title; returns the site's address. A folder with a
 * `docs.yaml` becomes the site that the file describes. Where another folder replaces the site's, a new space takes the place
 * of the former one, which stays in the organization.
 */
export async function publishFolder(
  server: Server,
  { source, title, report, replace = false }: Publishing,
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'quire-publish-'))
  try {
    const config = await readSiteConfig(source)
    const send = clientOf(server)
    const ofOrganization = async () => server.organization ?? (await onlyOrganization(send))
    if (config) {
      const { url } = server
      return await publishSite({ send, url, ofOrganization, source, config, folder, report })
    }
    const packed = await packFolder(source, join(folder, 'folder.zip'), report)
    const organization = await ofOrganization()
    const before = await findPublished(send, organization, title)
    if (before && !replace) await requireSameFolder(send, before.space, packed, title)
    const updated = replace ? undefined : before?.space
    const space = updated ?? Named.parse(await send('POST', `/orgs/${organization}/spaces`, { title })).id
    report(before ? `${replace ? 'Replacing' : 'Updating'} "${title}"` : `Publishing "${title}"`)
    try {
      await importInto(send, { url: server.url, organization, space, packed, report })
    } catch (error) {
      if (!updated) await removeMade(send, [`/spaces/${space}`], report)
      throw error
    }
    if (before && replace) {
      const path = `/orgs/${organization}/sites/${before.site}/site-spaces/${before.siteSpace}`
      await send('PATCH', path, { spaceId: space })
      report(`  The former pages stay in the space ${before.space}`)
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
  const spaces = await allOf(send, `${path}/${site.id}/site-spaces`, z.object({ id: z.string(), space: Named }))
  const [only] = spaces
  if (others.length > 0 || spaces.length !== 1 || only?.space.title !== title) {
    throw new Error(`Another site is called "${title}": choose another title by --title.`)
  }
  return { site: site.id, siteSpace: only.id, space: only.space.id }
}
