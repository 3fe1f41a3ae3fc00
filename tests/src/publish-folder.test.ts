import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { publishFolder } from '@quire/embedded'
import { createWorld, type World } from '@quire/world'
import { apiOf } from './support/api-client.ts'
import { serveRefusing } from './support/refusing-proxy.ts'
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
async function publish(name: string, source = folder, { title = 'Manual', replace = false } = {}) {
  const [url = ''] = world.gateways
  const { token } = await world.person(`${name}@example.com`, name)
  const lines: string[] = []
  let hasFailed = false
  const report = (line: string, kind?: 'failure') => {
    lines.push(line)
    hasFailed ||= kind === 'failure'
  }
  const address = await publishFolder({ url, token }, { source, title, report, replace })
  await settled(systemOf(world))
  return { address, lines, hasFailed }
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
  await expect(publish('bea', join(empty, 'broken.zip'))).rejects.toThrow('is no zip archive')
  expect((await api.made('listSpacesInOrganizationById', token, { params })).items).toEqual([])
  await api.made('createSite', token, { params, body: { title: 'Manual' } })
  await expect(publish('bea')).rejects.toThrow('choose another title')
})

test('a publication outlasts a part that is away, and makes nothing twice', async () => {
  const { api, token, organizationId } = await organizationOf('eva')
  const seen = new Set<string>()
  const proxy = await serveRefusing(world.gateways[0] ?? '', (method, path) => {
    const kind = `${method} ${path.replace(/[0-9A-Z]{26}/g, '')}`
    const isFirst = !seen.has(kind) && /POST .*spaces$|GET .*imports/.test(kind)
    seen.add(kind)
    return isFirst ? { status: 503, headers: { 'Retry-After': '1' } } : undefined
  })
  try {
    const source = await folderOf({ 'README.md': '# Start\n' })
    const address = await publishFolder({ url: proxy.url, token }, { source, title: 'Manual', report: () => {} })
    expect(await visit(address)).toContain('Start')
    const params = { organizationId }
    expect((await api.made('listSpacesInOrganizationById', token, { params })).items).toHaveLength(1)
  } finally {
    await proxy.close()
  }
})

test('a failed publication says why, even if what it made cannot be removed', async () => {
  const { token } = await organizationOf('fay')
  const proxy = await serveRefusing(world.gateways[0] ?? '', (method, path) =>
    method === 'DELETE' || /imports.+/.test(path) ? { status: 500 } : undefined,
  )
  const lines: string[] = []
  try {
    const source = await folderOf({ 'README.md': '# Start\n' })
    const publication = publishFolder(
      { url: proxy.url, token },
      { source, title: 'Manual', report: (line) => lines.push(line) },
    )
    await expect(publication).rejects.toThrow(/^GET .*imports.* answered 500/)
    expect(lines.at(-1)).toMatch(/spaces\/.* could not be removed/)
  } finally {
    await proxy.close()
  }
})

async function folderOf(files: Record<string, string | Buffer>) {
  const made = await mkdtemp(join(folder, 'of-'))
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(made, path)), { recursive: true })
    await writeFile(join(made, path), text)
  }
  return made
}

test('failed files, and the first problems, are reported, and the number of pages counts no groups', async () => {
  await organizationOf('cem')
  const broken = Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`b/p${at}.md`, `# P\n\n{% none${at} %}\n`]))
  const source = await folderOf({
    'README.md': '# Start\n',
    'a/bad.md': Buffer.from([0xff, 0xfe, 0xff]),
    ...broken,
  })
  const { lines, hasFailed } = await publish('cem', source)
  const reported = lines.filter((line) => !/of \d+ files$|^Publishing/.test(line))
  expect(reported.slice(0, 3)).toEqual([
    '  1 file could not be read, and is missing:',
    expect.stringMatching(/^ {4}a\/bad\.md: /),
    '  12 problems:',
  ])
  expect(reported.slice(3, 13).every((line) => /^ {4}b\/p\d+\.md, line 3: /.test(line))).toBe(true)
  expect(reported.slice(13)).toEqual([
    expect.stringMatching(/^ {4}… and more: GET http.*\/imports\//),
    '  13 pages changed',
  ])
  expect(hasFailed).toBe(true)
  expect((await publish('cem', await folderOf({ 'README.md': '# Start\n' }), { title: 'Whole' })).hasFailed).toBe(false)
})

test('another folder replaces a site only where this is said, and then the former pages stay in their space', async () => {
  const { api, token, organizationId } = await organizationOf('dot')
  const names = ['one', 'two', 'three', 'four']
  const before = await folderOf({
    'README.md': '# Start\n\nOld words.\n',
    ...Object.fromEntries(names.map((name) => [`${name}.md`, `# ${name}\n`])),
  })
  const { address } = await publish('dot', before)
  const other = await folderOf({ 'README.md': '# Start\n\nNew words.\n', 'other.md': '# Other\n' })
  await expect(publish('dot', other)).rejects.toThrow('lacks 4 of its 5 pages')
  expect(await visit(address)).toContain('Old words.')
  await rm(join(before, 'four.md'))
  expect((await publish('dot', before)).lines.at(-1)).toBe('  1 page changed (1 removed)')
  expect(await publish('dot', other, { replace: true })).toMatchObject({ address })
  expect(await visit(address)).toContain('New words.')
  expect(await publish('dot', other)).toMatchObject({ address })
  const params = { organizationId }
  expect((await api.made('listSpacesInOrganizationById', token, { params })).items).toHaveLength(2)
})

test('a person of no organization, and one of several, is asked for one', async () => {
  await expect(publish('noor')).rejects.toThrow('no organization')
  await organizationOf('two')
  await organizationOf('two')
  await expect(publish('two')).rejects.toThrow('--organization')
})
