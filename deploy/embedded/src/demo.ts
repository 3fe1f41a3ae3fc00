import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writePrivate } from '@quire/secrets'
import { z } from 'zod'
import { demoPages } from './demo-pages.ts'

const Created = z.object({ id: z.string() })
const Demo = z.object({ organization: z.string(), space: z.string() })
export type Demo = z.infer<typeof Demo>

/** The person the demo belongs to. */
export const demoPerson = { email: 'ada@example.com', name: 'Ada Lovelace' }

/** The identifiers of the demo: what the first start noted in `demo.json`, or what `seed` makes now. */
export async function keptDemo(dataFolder: string, seed: () => Promise<Demo>): Promise<Demo> {
  const file = join(dataFolder, 'demo.json')
  if (!existsSync(file)) writePrivate(file, JSON.stringify(await seed()))
  return Demo.parse(JSON.parse(readFileSync(file, 'utf8')))
}

/** Makes a small organization with a documented space, through the public interface, as its owner would. */
export async function seedDemo(url: string, token: string, signal: AbortSignal): Promise<Demo> {
  const post = (path: string, body?: object) => send(`${url}/v1${path}`, token, signal, body)
  const create = async (path: string, body: object) => Created.parse(await post(path, body)).id
  const organization = await create('/orgs', { title: 'Quire demo' })
  const collection = await create(`/orgs/${organization}/collections`, { title: 'Product' })
  const space = await create(`/orgs/${organization}/spaces`, { title: 'Handbook', parent: collection })
  const changeRequest = await create(`/spaces/${space}/change-requests`, { subject: 'First pages' })
  const changes = demoPages.map((page) => ({ operation: 'insert_page', ...page }))
  await post(`/spaces/${space}/change-requests/${changeRequest}/content`, { changes })
  await post(`/spaces/${space}/change-requests/${changeRequest}/merge`)
  return { organization, space }
}

async function send(url: string, token: string, signal: AbortSignal, body: object = {}): Promise<unknown> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body), signal })
  const text = await response.text()
  if (!response.ok) throw new Error(`POST ${new URL(url).pathname} answered ${response.status}: ${text.slice(0, 200)}`)
  return text === '' ? undefined : JSON.parse(text)
}
