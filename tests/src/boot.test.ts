import { expect, test } from '@jest/globals'
import { createWorld } from '@quire/world'

test('boots', async () => {
  const t0 = performance.now()
  const world = await createWorld()
  console.log('boot', performance.now() - t0)
  const ada = await world.person('ada@example.com', 'Ada')
  const api = async (method: string, path: string, body?: unknown) => {
    const t = performance.now()
    const r = await fetch(world.gateways[0] + path, { method, headers: { authorization: `Bearer ${ada.token}`, ...(body ? { 'content-type': 'application/json' } : {}) }, body: body ? JSON.stringify(body) : undefined })
    const text = await r.text()
    console.log(method, path, r.status, (performance.now() - t).toFixed(1), text.slice(0, 400))
    return text ? JSON.parse(text) : undefined
  }
  const org = await api('POST', '/v1/orgs', { title: 'Analytical' })
  const col = await api('POST', `/v1/orgs/${org.id}/collections`, { title: 'Guides' })
  const space = await api('POST', `/v1/orgs/${org.id}/spaces`, { title: 'Manual', parent: col.id })
  await api('GET', `/v1/orgs/${org.id}/spaces`)
  const cr = await api('POST', `/v1/spaces/${space.id}/change-requests`, { subject: 'x' })
  await api('POST', `/v1/spaces/${space.id}/change-requests/${cr.id}/content?compat=false`, { changes: [{ operation: 'insert_page', title: 'Hello', document: { markdown: 'World of *engines*\n\n## Usage\n\nTurn the crank.' } }] })
  await api('POST', `/v1/spaces/${space.id}/change-requests/1/merge`)
  await api('GET', `/v1/spaces/${space.id}/content/pages`)
  await api('GET', `/v1/spaces/${space.id}/search?query=crank`)
  await api('POST', `/v1/orgs/${org.id}/ask`, { query: 'How do I use it? turn the crank' })
  await api('POST', `/v1/orgs/${org.id}/sites`, { title: 'Docs', spaces: [space.id] })
  await world.close()
  expect(1).toBe(1)
})
