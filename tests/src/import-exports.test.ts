import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createWorld, type World } from '@quire/world'
import { apiOf } from './support/api-client.ts'
import { serveArchive } from './support/archives.ts'
import { settled, systemOf } from './support/system-databases.ts'

const fixtures = join(import.meta.dirname, '../../services/content/src/imports/fixtures')

/** Serves a folder of fixtures as the zip that a program exports. */
function serveExport(name: string) {
  const folder = join(fixtures, name)
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const files = paths.filter((path) => statSync(join(folder, path)).isFile())
  return serveArchive(Object.fromEntries(files.map((path) => [path, readFileSync(join(folder, path))])))
}

const sources: Awaited<ReturnType<typeof serveArchive>>[] = []
let world: World
beforeAll(async () => {
  for (const name of ['notion-markdown', 'confluence-html']) sources.push(await serveExport(name))
  world = await createWorld({ env: { OUTBOUND_ALLOW: sources.map(({ allow }) => allow).join(',') } })
})
afterAll(async () => {
  await world?.close()
  for (const source of sources) await source.close()
})

test('a published site shows the pages of an export with their blocks, links and files', async () => {
  const ada = await world.person('ada@example.com', 'Ada')
  const api = apiOf(world.gateways[0] ?? '')
  const { id: organizationId } = await api.made('createOrganization', ada.token, { body: { title: 'Pumps' } })
  const params = { organizationId }
  const sites: string[] = []
  for (const { url } of sources) {
    const { id: spaceId } = await api.made('createSpace', ada.token, { params, body: { title: 'Pump' } })
    await api.made('importContent', ada.token, { params: { spaceId }, body: { source: 'zip', url } })
    const { id } = await api.made('createSite', ada.token, { params, body: { title: 'Pump', spaces: [spaceId] } })
    await api.made('publishSite', ada.token, { params: { ...params, siteId: id } })
    sites.push(id)
  }
  await settled(systemOf(world))
  const visit = async (site: number, path: string) => {
    const answer = await fetch(`${world.gateways[0]}/sites/${sites[site]}${path}`)
    return { status: answer.status, text: await answer.text() }
  }
  for (const [site, path, parts] of [
    [0, '/pump/operate-maintain', ['Shut the valve', '/pump"', 'data sheet.pdf', '<math', 'example.com/pump']],
    [0, '/pump/parts', ['<table', '/pump/parts/valve"', 'Missing']],
    [1, '/the-pump/operate-the-pump', ['Hot surface', '<details', 'Pump.java', 'RUNNING', '4 bar', 'data sheet.pdf']],
  ] as const) {
    const { status, text } = await visit(site, path)
    expect([path, status, parts.filter((part) => !text.includes(part))]).toEqual([path, 200, []])
    expect(text).not.toMatch(/a1a1a1a1|\{% hint|alert\(1\)/)
  }
})
