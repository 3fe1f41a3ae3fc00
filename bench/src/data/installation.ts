import { createClient, expectSuccess, retryUnavailable, type Send } from '../load/client.ts'
import type { Measuring } from '../part.ts'
import { create, createOrganization, type FilledSpace, importSpace } from './pages.ts'

/** An organization with an administrator of its own, a space, and a public site that shows it. */
export interface GeneratedOrganization {
  id: string
  space: FilledSpace
  /** The path of the site at the gateway. */
  sitePath: string
  token: string
  /** Sends as the administrator. */
  send: Send
}

const organizationsAtOnce = 4

/**
 * Makes organizations through the interface alone: each imports an archive of so many pages into a space, and publishes it.
 * All archives are the same, but nothing is shared between organizations. Returns them in the order of their numbers.
 */
export async function generateInstallation(on: Measuring, organizations: number, pages: number) {
  const made: GeneratedOrganization[] = []
  const numbers = Array.from({ length: organizations }, (_, number) => number)[Symbol.iterator]()
  const work = async () => {
    for (const number of numbers) {
      on.signal.throwIfAborted()
      made[number] = await makeOrganization(on, number, pages)
      if (number % Math.ceil(organizations / 10) === 0) on.say(`organization ${number} of ${organizations}`)
    }
  }
  await Promise.all(Array.from({ length: organizationsAtOnce }, work))
  return made
}

async function makeOrganization(on: Measuring, number: number, pages: number): Promise<GeneratedOrganization> {
  const token = await on.quire.token(`owner-${number}@example.com`, `Owner ${number}`)
  const send = retryUnavailable(createClient(on.quire.gateway, on.signal, { authorization: `Bearer ${token}` }))
  const by = { send, archives: on.archives }
  const id = await createOrganization(by, `Organization ${number}`)
  const space = await importSpace(by, id, `${pages}`)
  const sites = `/v1/orgs/${id}/sites`
  const site = await create(by, sites, { title: `Site ${number}`, spaces: [space.id] })
  const basename = `installation-${number}`
  await expectSuccess(send('PATCH', `${sites}/${site}`, { basename, visibility: 'public' }))
  await expectSuccess(send('POST', `${sites}/${site}/publish`))
  return { id, space, sitePath: `/sites/${basename}`, token, send }
}
