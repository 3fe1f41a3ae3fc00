import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { publishFolder } from '@quire/embedded'
import { createWorld, type World } from '@quire/world'
import { apiOf } from './support/api-client.ts'
import { settled, systemOf } from './support/system-databases.ts'

const config = `$schema: https://example.com/schema
site:
  title: Product
  structure:
    - type: section
      key: documentation
      title: Documentation
      path: docs
      default: true
      children:
        - type: space
          key: docs-en
          title: English
          path: en
          default: true
          content: { directory: ./docs/en, language: en }
        - type: space
          key: docs-fr
          title: Français
          path: fr
          content: { directory: ./docs/fr, language: fr }
    - type: group
      key: more
      title: More
      children:
        - type: section
          key: api
          title: Reference
          path: reference
          children:
            - { type: space, key: api-1, title: API, path: v1, content: { directory: api } }
    - type: space
      key: blog
      title: News
      path: news
      content: { directory: news }
`
const pages = {
  'docs/en/README.md': '# Welcome\n\nIn English.\n',
  'docs/fr/README.md': '# Bienvenue\n\nEn français.\n',
  'api/README.md': '# Reference\n\nThe calls.\n',
  'news/README.md': '# News\n\nWhat is new.\n',
}

let world: World
let folder: string
beforeAll(async () => {
  world = await createWorld()
})
afterAll(async () => {
  await world?.close()
})
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quire-publish-'))
  await write({ ...pages, 'docs.yaml': config })
})
afterEach(() => rm(folder, { recursive: true }))

async function write(files: Record<string, string>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
}

interface Plain {
  title: string
  path?: string
  default?: boolean
  siteSpaces?: Plain[]
  children?: Plain[]
}

async function personOf(name: string) {
  const api = apiOf(world.gateways[0] ?? '')
  const { token } = await world.person(`${name}@example.com`, name)
  const { id: organizationId } = await api.made('createOrganization', token, { body: { title: name } })
  const publish = async () => {
    const [url = ''] = world.gateways
    const lines: string[] = []
    const source = { source: folder, title: 'Unused', report: (line: string) => void lines.push(line) }
    const address = await publishFolder({ url, token }, source)
    await settled(systemOf(world))
    return { address, lines }
  }
  const items = async (operation: 'listSites' | 'listSpacesInOrganizationById') =>
    (await api.made(operation, token, { params: { organizationId } })).items
  /** The structure of the site: paths and titles, with those of the spaces. */
  async function structure() {
    const [site] = await items('listSites')
    const params = { organizationId, siteId: site?.id ?? '' }
    const { structure } = await api.made('getSiteStructure', token, { params })
    const plain = ({ title, path, default: isDefault, siteSpaces, children }: Plain): unknown => ({
      title,
      ...(path && { path }),
      ...(isDefault && { default: true }),
      ...(siteSpaces && { spaces: siteSpaces.map(plain) }),
      ...(children && { children: children.map(plain) }),
    })
    return (structure as Plain[]).map(plain)
  }
  return { publish, items, structure }
}

const visit = async (address: string, path = '') => {
  const answer = await fetch(`${world.gateways[0]}${new URL(address).pathname}${path}`)
  return answer.text()
}

const news = { title: 'News', path: 'news', spaces: [{ title: 'News', path: 'news', default: true }] }
const reference = { title: 'Reference', path: 'reference', spaces: [{ title: 'API', path: 'v1', default: true }] }
const documentation = {
  title: 'Documentation',
  path: 'docs',
  default: true,
  spaces: [
    { title: 'English', path: 'en', default: true },
    { title: 'Français', path: 'fr' },
  ],
}

test('a folder with docs.yaml becomes its site: sections, groups and variants, each from its directory', async () => {
  const { publish, structure, items } = await personOf('sia')
  const { address } = await publish()
  expect(await structure()).toEqual([documentation, { title: 'More', children: [reference] }, news])
  expect(await visit(address)).toContain('In English.')
  expect(await visit(address, '/fr')).toContain('En français.')
  expect(await visit(address, '/reference')).toContain('The calls.')
  const spaces = await items('listSpacesInOrganizationById')
  expect(spaces.map(({ title, language }: Record<string, unknown>) => [title, language]).sort()).toEqual([
    ['API', undefined],
    ['English', 'en'],
    ['Français', 'fr'],
    ['News', undefined],
  ])
})

test('published again, entries are found by their keys, whatever their titles, paths and places', async () => {
  const { publish, structure, items } = await personOf('tom')
  const { address } = await publish()
  const before = await items('listSpacesInOrganizationById')
  const exchanged = config
    .replace('path: en', 'path: x')
    .replace('path: fr', 'path: en')
    .replace('path: x', 'path: fr')
    .replace('title: English', 'title: Manual')
    .replace(
      'key: docs-fr\n          title: Français',
      'key: docs-fr\n          title: Français\n          default: false',
    )
  const [upper = '', lower = ''] = exchanged.split('    - type: space\n      key: blog')
  const [first = '', group = ''] = upper.split('    - type: group')
  await write({
    'docs.yaml': `${first}    - type: space\n      key: blog${lower}    - type: group${group}`,
    'docs/en/README.md': '# Welcome\n\nStill in English.\n',
  })
  const again = await publish()
  expect(again.address).toBe(address)
  const [, french] = documentation.spaces
  expect(await structure()).toEqual([
    {
      ...documentation,
      spaces: [
        { title: 'Manual', path: 'fr', default: true },
        { ...french, path: 'en' },
      ],
    },
    news,
    { title: 'More', children: [reference] },
  ])
  const idsOf = (spaces: { id: string }[]) => spaces.map(({ id }) => id).sort()
  expect(idsOf(await items('listSpacesInOrganizationById'))).toEqual(idsOf(before))
  expect(await visit(address)).toContain('Still in English.')
})

test('what leaves the file leaves the site, and its space stays', async () => {
  const { publish, structure, items } = await personOf('uma')
  await publish()
  const [kept = ''] = config.split('    - type: group')
  await write({ 'docs.yaml': kept.replace(/ {8}- type: space\n {10}key: docs-fr[\s\S]*$/, '') })
  await publish()
  expect(await structure()).toEqual([{ ...documentation, spaces: documentation.spaces.slice(0, 1) }])
  expect(await items('listSpacesInOrganizationById')).toHaveLength(4)
  const record = JSON.parse(await readFile(join(folder, '.quire-publish.json'), 'utf8'))
  expect(Object.keys(Object.values<{ spaces: object }>(record)[0]?.spaces ?? {})).toEqual(['docs-en'])
})

test('a site of spaces alone has no sections', async () => {
  const { publish, structure } = await personOf('vic')
  await write({
    'docs.yaml': `site:
  title: Plain
  structure:
    - { type: space, key: a, title: One, path: one, content: { directory: api } }
    - { type: space, key: b, title: Two, path: two, default: true, content: { directory: news } }
`,
  })
  const { address } = await publish()
  expect(await structure()).toEqual([
    { title: 'One', path: 'one' },
    { title: 'Two', path: 'two', default: true },
  ])
  expect(await visit(address)).toContain('What is new.')
})

const wrong: [string, RegExp | string, string, RegExp][] = [
  ['an unknown type', 'type: group', 'type: shelf', /structure\[1\]\.type/],
  ['a directory that is not there', './docs/fr', './docs/de', /"docs-fr", \.\/docs\/de, does not exist/],
  ['a directory outside', './docs/fr', '../..', /"docs-fr" lies outside/],
  ['a key that is there twice', 'key: api-1', 'key: docs-en', /"docs-en" is there twice/],
  ['a path that is there twice', 'path: fr', 'path: EN', /path "en" is there twice in "documentation"/],
  ['an entry without a title', '      title: More\n', '', /structure\[1\]\.title/],
  ['broken YAML', 'site:', 'site: [', /docs\.yaml/],
]
for (const [what, part, other, message] of wrong) {
  test(`${what} is refused in words before anything is made`, async () => {
    const { publish, items } = await personOf(`w${wrong.findIndex(([one]) => one === what)}`)
    await write({ 'docs.yaml': config.replace(part, other) })
    await expect(publish()).rejects.toThrow(message)
    expect([await items('listSites'), await items('listSpacesInOrganizationById')]).toEqual([[], []])
  })
}
