import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { allOf, clientOf, Named, type Send } from './client.ts'
import type { Server } from './find-server.ts'
import { importInto } from './import-space.ts'
import { packFolder } from './pack-folder.ts'
import { publishSite } from './publish-site.ts'
import { readSiteConfig } from './site-config.ts'

const Site = z.object({ urls: z.object({ published: z.string() }) })

interface Publishing {
  /** A folder of markdown or a zip. */
  source: string
  /** The title of the space and of the site, by which a later publication finds them. */
  title: string
  report: (line: string) => void
}

/**
 * Publishes a folder as a public site, or updates the site of this title; returns the site's address. A folder with a
 * `docs.yaml` becomes the site that the file describes.
 */
export async function publishFolder(server: Server, { source, title, report }: Publishing): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'quire-publish-'))
  try {
    const config = await readSiteConfig(source)
    const send = clientOf(server)
    const ofOrganization = async () => server.organization ?? (await onlyOrganization(send))
    if (config) {
      const { url } = server
      return await publishSite({ send, url, ofOrganization, source, config, folder, report })
    }
    const packed = await packFolder(source, join(folder, 'folder.zip'))
    const organization = await ofOrganization()
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
