import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { publishFolder } from '@quire/embedded'
import { createWorld, type World } from '@quire/world'
import { apiOf } from './support/api-client.ts'
import { settled, systemOf } from './support/system-databases.ts'

let world: World
let folder: string
beforeAll(async () => {
  world = await createWorld()
  folder = await mkdtemp(join(tmpdir(), 'quire-publish-'))
})
afterAll(async () => {
  await world?.close()
  await rm(folder, { recursive: true })
})

/** Publishes the folder as a person with one organization; returns the address and the progress. */
async function publish(name: string, source = folder, title = 'Manual') {
  const [url = ''] = world.gateways
  const { token } = await world.person(`${name}@example.com`, name)
  const lines: string[] = []
  const address = await publishFolder({ url, token }, { source, title, report: (line) => lines.push(line) })
  await settled(systemOf(world))
  return { address, lines }
}

async function organizationOf(name: string) {
  const api = apiOf(world.gateways[0] ?? '')
  const { token } = await world.person(`${name}@example.com`, name)
  const { id: organizationId } = await api.made('createOrganization', token, { body: { title: name } })
  return { api, token, organizationId }
}

const visit = async (address: string) => {
  const answer = await fetch(`${world.gateways[0]}${new URL(address).pathname}`)
  return answer.text()
}

test('a folder becomes a public site, and what changed in it is updated there', async () => {
  const { api, token, organizationId } = await organizationOf('ada')
  await writeFile(join(folder, 'README.md'), '# Manual\n\nThe first text.\n')
  await writeFile(join(folder, 'other.md'), '# Other\n\nIt stays.\n')
  const first = await publish('ada')
  expect(first.lines.at(-1)).toBe('  2 pages changed')
  expect(await visit(first.address)).toContain('The first text.')
  await writeFile(join(folder, 'README.md'), '# Manual\n\nThe second text.\n')
  const second = await publish('ada')
  expect(second).toMatchObject({ address: first.address })
  expect(second.lines.at(-1)).toBe('  1 page changed')
  expect(await visit(first.address)).toContain('The second text.')
  expect((await publish('ada')).lines.at(-1)).toBe('  0 pages changed')
  const params = { organizationId }
  expect((await api.made('listSpacesInOrganizationById', token, { params })).items).toHaveLength(1)
})

test('a folder that cannot be published says what to do, and leaves nothing', async () => {
  const { api, token, organizationId } = await organizationOf('bea')
  const params = { organizationId }
  const empty = await mkdtemp(join(folder, 'empty-'))
  await expect(publish('bea', empty)).rejects.toThrow('holds no markdown')
  await expect(publish('bea', join(empty, 'nowhere'))).rejects.toThrow('does not exist')
  await writeFile(join(empty, 'broken.zip'), 'no zip')
  await expect(publish('bea', join(empty, 'broken.zip'))).rejects.toThrow()
  expect((await api.made('listSpacesInOrganizationById', token, { params })).items).toEqual([])
  await api.made('createSite', token, { params, body: { title: 'Manual' } })
  await expect(publish('bea')).rejects.toThrow('choose another title')
})

test('a person of no organization, and one of several, is asked for one', async () => {
  await expect(publish('noor')).rejects.toThrow('no organization')
  await organizationOf('two')
  await organizationOf('two')
  await expect(publish('two')).rejects.toThrow('--organization')
})
