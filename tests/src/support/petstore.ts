import { processedSubject, type World } from '@quire/world'
import type { Api } from './api-client.ts'

/** A small specification. */
export const petstore = (title = 'Pets') => ({
  openapi: '3.1.0',
  info: { title, version: '1' },
  paths: { '/pets': { get: { responses: { 200: { description: 'All' } } } } },
})

/** Resolves with a specification that was made or changed, once it is processed. */
export async function processed<Spec extends { id: string }>(world: World, work: () => Promise<Spec>): Promise<Spec> {
  const { connection, subject } = world.services.content.foundation.bus
  const said = connection.subscribe(subject(processedSubject))
  await connection.flush()
  const spec = await work()
  for await (const message of said) if (message.string() === spec.id) break
  return spec
}

/** A public specification and its version, by the names that paths have for them. Without a world to wait in, none. */
export async function seedSpec(api: Api, token: string, organizationId: string, world?: World) {
  if (!world) return { specSlug: 'absent', openAPISpecId: 'absent', versionId: 'absent', versionToken: 'absent' }
  const [specSlug, source] = ['pets', { text: JSON.stringify(petstore()) }]
  const params = { organizationId, specSlug }
  const make = () => api.made('createOpenAPISpec', token, { params, body: { slug: specSlug, source } })
  const { id: openAPISpecId } = await processed(world, make)
  const { id: versionId, url } = await api.made('getLatestOpenAPISpecVersion', token, { params })
  await api.made('updateOpenAPISpecBySlug', token, { params, body: { visibility: 'public' } })
  const versionToken = String(url).split('/').at(-1) ?? ''
  return { specSlug, openAPISpecId: String(openAPISpecId), versionId: String(versionId), versionToken }
}
