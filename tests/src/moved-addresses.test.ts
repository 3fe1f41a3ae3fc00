import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createWorld, type Person, type World } from '@quire/world'
import { type Api, apiOf } from './support/api-client.ts'
import { settled, systemOf } from './support/system-databases.ts'

let world: World
let api: Api
let ada: Person
let organizationId: string
beforeAll(async () => {
  world = await createWorld()
  api = apiOf(world.gateways[0] ?? '')
  ada = await world.person('ada@example.com', 'Ada')
  organizationId = (await api.made('createOrganization', ada.token, { body: { title: 'Zoo' } })).id
})
afterAll(() => world?.close())

const page = (title: string, more: object = {}) => ({
  ...{ operation: 'insert_page', title, document: { markdown: `The text of ${title}.` }, ...more },
})

/** The titles of the pages of each space. */
const titlesOf = new Map<string, string[]>()

/** Creates a space with these pages, each with its subpages. */
async function spaceOf(title: string, pages: Record<string, string[]>): Promise<string> {
  const { id: spaceId } = await api.made('createSpace', ada.token, { params: { organizationId }, body: { title } })
  const { id: changeRequestId } = await api.made('createChangeRequest', ada.token, { params: { spaceId }, body: {} })
  const params = { spaceId, changeRequestId }
  const change = (changes: object[]) =>
    api.made('updateChangeRequestContent', ada.token, { params, query: { compat: 'false' }, body: { changes } })
  for (const [parent, children] of Object.entries(pages)) {
    const { changes } = await change([page(parent)])
    if (children.length > 0) await change(children.map((child) => page(child, { into: changes[0].page.id })))
  }
  await api.made('mergeChangeRequest', ada.token, { params })
  titlesOf.set(spaceId, Object.entries(pages).flat(2))
  return spaceId
}

const visit = (path: string) => fetch(new URL(path, world.gateways[0]), { redirect: 'manual' })

/** The addresses in a text that begin with the site's own. */
const addressesIn = (text: string, site: string) =>
  [...new Set(text.match(/(?:http:\/\/quire\.test)?\/sites\/[^\s"'<>)]*/g) ?? [])]
    .map((one) => one.replace('http://quire.test', ''))
    .filter((one) => one.startsWith(`/sites/${site}`))

async function siteOf(title: string, sections: { title: string; spaces: string[] }[]) {
  const { id: siteId } = await api.made('createSite', ada.token, {
    params: { organizationId },
    body: { title, spaces: [] },
  })
  const params = { organizationId, siteId }
  for (const section of sections) {
    const [first, ...others] = section.spaces
    const { id: sectionId } = await api.made('addSectionToSite', ada.token, {
      params,
      body: { spaceId: first, title: section.title },
    })
    for (const spaceId of others) await api.made('addSpaceToSite', ada.token, { params, body: { spaceId, sectionId } })
  }
  const site = await api.made('publishSite', ada.token, { params })
  await settled(systemOf(world))
  return { params, name: String(site.basename) }
}

test('every address on the pages, in the sitemap and in llms.txt leads somewhere, whatever names sections, spaces and pages share', async () => {
  const policies = await spaceOf('Policies', { Policies: ['x', 'Policies'], Reference: ['Policies'], V1: ['y'] })
  const v1 = await spaceOf('V1', { Policies: ['x'], V1: ['V1'] })
  const reference = await spaceOf('Reference', { Reference: ['Policies'], Policies: [] })
  const { name } = await siteOf('Collisions', [
    { title: 'Policies', spaces: [policies, v1] },
    { title: 'Reference', spaces: [reference] },
  ])
  const index = await (await visit(`/sites/${name}/sitemap.xml`)).text()
  const maps = await Promise.all(addressesIn(index, name).map(async (one) => (await visit(one)).text()))
  const pages = maps.flatMap((map) => addressesIn(map, name))
  const texts = await Promise.all(pages.map(async (one) => (await visit(one)).text()))
  const agents = await (await visit(`/sites/${name}/llms.txt`)).text()
  const all = [...new Set([...pages, ...[...texts, agents].flatMap((text) => addressesIn(text, name))])]
  const statuses = await Promise.all(all.map(async (one) => [one, (await visit(one)).status]))
  // The MCP server tells browsers that it wants POST.
  expect(statuses.filter(([one, status]) => status !== 200 && !String(one).endsWith('/-/mcp'))).toEqual([])
  // Each page is listed once, at an address of its own.
  const titles = texts.map((text) => /<h1[^>]*>(.*?)<\/h1>/s.exec(text)?.[1])
  expect(new Set(pages).size).toBe(pages.length)
  const expected = [policies, v1, reference].flatMap((spaceId) => titlesOf.get(spaceId) ?? [])
  expect(titles.toSorted()).toEqual(expected.toSorted())
})

test('addresses from before a section, a space or a default got another name lead to the pages as before', async () => {
  const guide = await spaceOf('Guide', { Home: [], Start: ['First steps'] })
  const older = await spaceOf('Older', { Home: [], Start: ['First steps'] })
  const recipes = await spaceOf('Recipes', { Home: [], Soup: [] })
  const { params, name } = await siteOf('Moves', [
    { title: 'Guide', spaces: [guide, older] },
    { title: 'Recipes', spaces: [recipes] },
  ])
  /** Follows redirects; resolves with the last address below the site, and its status. */
  const follow = async (path: string): Promise<[string, number]> => {
    let at = `/sites/${name}${path}`
    for (let hops = 0; hops < 5; hops += 1) {
      const answer = await visit(at)
      const location = answer.headers.get('location')
      if (location === null) return [at.replace(`/sites/${name}`, ''), answer.status]
      at = location.replace('http://quire.test', '')
    }
    return ['a loop', 0]
  }
  expect(await follow('/guide/older/start/first-steps')).toEqual(['/guide/older/start/first-steps', 200])
  const { items: sections } = await api.made('listSiteSections', ada.token, { params })
  const [first, second] = sections
  const { items: siteSpaces } = await api.made('listSiteSpaces', ada.token, { params })
  const idOf = (spaceId: string) => siteSpaces.find(({ space }: { space: { id: string } }) => space.id === spaceId).id
  const section = (one: { id: string }, body: object) =>
    api.made('updateSiteSectionById', ada.token, { params: { ...params, siteSectionId: one.id }, body })
  await api.made('updateSiteSpaceById', ada.token, {
    params: { ...params, siteSpaceId: idOf(older) },
    body: { path: 'v1' },
  })
  expect(await follow('/guide/older/start/first-steps')).toEqual(['/guide/v1/start/first-steps', 200])
  await section(first, { path: 'handbook' })
  await section(second, { path: 'kitchen' })
  expect(await follow('/recipes/soup')).toEqual(['/kitchen/soup', 200])
  expect(await follow('/recipes')).toEqual(['/kitchen', 200])
  expect(await follow('/recipes/soup.md')).toEqual(['/kitchen/soup.md', 200])
  expect(await follow('/guide/older/start/first-steps')).toEqual(['/handbook/v1/start/first-steps', 200])
  await section(first, { defaultSiteSpace: idOf(older) })
  expect(await follow('/handbook/v1/start/first-steps')).toEqual(['/handbook/v1/start/first-steps', 200])
  await api.made('updateSiteById', ada.token, { params, body: { defaultSiteSection: second.id } })
  // The pages of the default section had addresses without its name.
  expect(await follow('/start/first-steps')).toEqual(['/handbook/start/first-steps', 200])
  expect((await follow('/nothing/of/this'))[1]).toBe(404)
})

test('a tilde and its encoded form are the same in every address, and an old address with one leads on', async () => {
  const home = await spaceOf('Home', { Home: [] })
  const guide = await spaceOf('Guide', { Intro: [], V1: [], User: [] })
  const deep = await spaceOf('Deep', { Deep: [] })
  const { params, name } = await siteOf('Tildes', [{ title: 'Guide', spaces: [home, guide, deep] }])
  const { items } = await api.made('listSiteSpaces', ada.token, { params })
  const idOf = (spaceId: string) => items.find(({ space }: { space: { id: string } }) => space.id === spaceId).id
  const rename = (spaceId: string, path: string) =>
    api.made('updateSiteSpaceById', ada.token, { params: { ...params, siteSpaceId: idOf(spaceId) }, body: { path } })
  const answerAt = async (path: string) => {
    const { status, headers } = await visit(`/sites/${name}${path}`)
    return [status, headers.get('location')?.replace(/^.*\/sites\/[^/]+/, '')]
  }
  const bothAt = async (path: string) => [await answerAt(path), await answerAt(path.replaceAll('~', '%7E'))]
  const both = (...answer: unknown[]) => [answer, answer]
  await rename(deep, 'guide/v1')
  // Without the tilde this would be the address of the space Deep.
  expect(await bothAt('/guide/guide/~/v1')).toEqual(both(200, undefined))
  expect(await bothAt('/guide/guide/~user')).toEqual(both(307, '/guide/guide/user'))
  expect(await bothAt('/~gitbook/mcp')).toEqual(both(405, undefined))
  expect(await bothAt('/~')).toEqual(both(404, undefined))
  const destination = { kind: 'site-space', siteSpaceId: idOf(guide) }
  await api.made('createSiteRedirect', ada.token, { params, body: { source: '/~old/~', destination } })
  expect(await bothAt('/~old/~')).toEqual(both(308, '/guide/guide'))
  const again = await api.send('createSiteRedirect', ada.token, {
    params,
    body: { source: '/%7Eold/%7E', destination },
  })
  expect(again.status).toBe(409)
  await rename(guide, 'manual')
  expect(await bothAt('/guide/guide/~/v1')).toEqual(both(307, '/guide/manual/v1'))
  expect(await bothAt('/guide/guide/~/v1.md')).toEqual(both(307, '/guide/manual/v1.md'))
})

test('the address of a space without pages is one without a page, whatever names spaces have had', async () => {
  const [one, other] = [await spaceOf('One', {}), await spaceOf('Other', {})]
  const { params, name } = await siteOf('Empty', [
    { title: 'Start', spaces: [await spaceOf('Start', { Home: [] })] },
    { title: 'One', spaces: [one] },
    { title: 'Other', spaces: [other] },
  ])
  const statuses = () =>
    Promise.all(['one', 'other', 'third'].map(async (path) => (await visit(`/sites/${name}/${path}`)).status))
  expect(await statuses()).toEqual([404, 404, 404])
  const [, first, second] = (await api.made('listSiteSections', ada.token, { params })).items
  const rename = (section: { id: string }, path: string) =>
    api.made('updateSiteSectionById', ada.token, {
      params: { ...params, siteSectionId: section.id },
      body: { path },
    })
  await rename(first, 'third')
  await rename(second, 'one')
  await rename(first, 'other')
  expect(await statuses()).toEqual([404, 404, 404])
})

test('addresses of pages that were renamed or moved lead to them, as far as the visitor may see them', async () => {
  const spaceId = await spaceOf('Garden', { Home: [], Plants: ['Roses', 'Tulips'], Tools: ['Spade'], Secret: [] })
  const { params, name } = await siteOf('Garden', [{ title: 'Garden', spaces: [spaceId] }])
  const pages = await api.made('listPages', ada.token, { params: { spaceId } })
  const all = pages.pages.flatMap((one: { pages?: object[] }) => [one, ...(one.pages ?? [])])
  const idOf = (title: string): string => all.find((one: { title: string }) => one.title === title).id
  const edit = async (...changes: object[]) => {
    const { id: changeRequestId } = await api.made('createChangeRequest', ada.token, { params: { spaceId }, body: {} })
    const params = { spaceId, changeRequestId }
    await api.made('updateChangeRequestContent', ada.token, { params, query: { compat: 'false' }, body: { changes } })
    await api.made('mergeChangeRequest', ada.token, { params })
    await settled(systemOf(world))
  }
  const update = (title: string, more: object) => ({ operation: 'update_page', page: idOf(title), ...more })
  const follow = async (path: string) => {
    const answer = await visit(`/sites/${name}/${path}`)
    const location = answer.headers.get('location')?.replace('http://quire.test', '') ?? ''
    return location === '' ? answer.status : [answer.status, location.replace(`/sites/${name}/`, '')]
  }
  expect(await follow('plants/roses')).toBe(200)
  await edit(update('Plants', { slug: 'flora' }), update('Spade', { into: idOf('Plants') }))
  expect(await follow('plants/roses')).toEqual([307, 'flora/roses'])
  expect(await follow('plants')).toEqual([307, 'flora'])
  expect(await follow('tools/spade')).toEqual([307, 'flora/spade'])
  expect(await follow('tools/spade.md')).toEqual([307, 'flora/spade.md'])
  // A second move keeps the first address, and everything below goes along.
  await edit(update('Plants', { slug: 'green' }), update('Roses', { slug: 'rosa' }))
  expect(await follow('plants/roses')).toEqual([307, 'green/rosa'])
  expect(await follow('flora/roses')).toEqual([307, 'green/rosa'])
  // A new page takes over the address.
  await edit(page('Plants', { slug: 'plants' }))
  expect(await follow('plants')).toBe(200)
  await edit(update('Secret', { slug: 'hush' }))
  expect(await follow('secret')).toEqual([307, 'hush'])
  await edit(update('Secret', { condition: 'visitor.claims.isStaff' }))
  expect(await follow('secret')).toBe(404)
  await edit({ operation: 'delete_page', page: idOf('Tulips') })
  expect(await follow('plants/tulips')).toBe(404)
  const sitemap = await (await visit(`/sites/${name}/sitemap-pages.xml`)).text()
  expect(sitemap).not.toContain('flora')
  // A redirect back to where the page was would lead to the page for ever, by the address or by its spelling.
  for (const [source, old] of [
    ['/green', 'flora'],
    ['/tools', 'Tools'],
  ]) {
    const destination = { kind: 'external', url: `http://quire.test/sites/${name}/${old}` }
    await api.made('createSiteRedirect', ada.token, { params, body: { source, destination } })
    expect(await follow(String(old))).toBe(404)
  }
})

test('only documents have an address of their markdown', async () => {
  const spaceId = await spaceOf('Grouped', { Home: [] })
  const { id: changeRequestId } = await api.made('createChangeRequest', ada.token, { params: { spaceId }, body: {} })
  const params = { spaceId, changeRequestId }
  const insert = async (body: object) =>
    api.made('updateChangeRequestContent', ada.token, { params, query: { compat: 'false' }, body: { changes: [body] } })
  const { changes } = await insert({ operation: 'insert_page', title: 'Tools', type: 'group', document: {} })
  await insert(page('Spade', { into: changes[0].page.id }))
  await api.made('mergeChangeRequest', ada.token, { params })
  const { name } = await siteOf('Grouped', [{ title: 'Grouped', spaces: [spaceId] }])
  const statuses = ['tools', 'tools.md', 'Tools.md', 'tools/Spade.md'].map(async (path) => {
    const answer = await visit(`/sites/${name}/${path}`)
    return [answer.status, answer.headers.get('location')?.replace('http://quire.test', '')]
  })
  expect(await Promise.all(statuses)).toEqual([
    [307, `/sites/${name}/tools/spade`],
    [404, undefined],
    [404, undefined],
    [307, `/sites/${name}/tools/spade.md`],
  ])
})

test('a link that leads nowhere is text, and a path from the root leads within the site', async () => {
  const links = [
    'broken-reference',
    'broken://pages/x',
    'gone.md',
    '/pages/gone',
    '/files/gone',
    '/spaces/gone/pages/x',
  ]
  const text = links.map((link, at) => `[dead ${at}](${link})`).join(' ')
  const markdown = `${text} [start](/elsewhere) [mail](mailto:a@example.com) [out](https://example.com/a)`
  const { id: spaceId } = await api.made('createSpace', ada.token, { params: { organizationId }, body: {} })
  const { id: changeRequestId } = await api.made('createChangeRequest', ada.token, { params: { spaceId }, body: {} })
  const body = { changes: [page('Links', { document: { markdown } })] }
  const params = { spaceId, changeRequestId }
  await api.made('updateChangeRequestContent', ada.token, { params, query: { compat: 'false' }, body })
  await api.made('mergeChangeRequest', ada.token, { params })
  const { name } = await siteOf('Dead links', [{ title: 'Links', spaces: [spaceId] }])
  const article = /<article[\s\S]*?<\/article>/.exec(await (await visit(`/sites/${name}`)).text())?.[0] ?? ''
  const hrefs = [...article.matchAll(/<a [^>]*?href="([^"]*)"[^>]*>(start|mail|out|dead \d)/g)].map((one) => [
    one[2],
    one[1],
  ])
  expect(hrefs).toEqual([
    ['start', `/sites/${name}/elsewhere`],
    ['mail', 'mailto:a@example.com'],
    ['out', 'https://example.com/a'],
  ])
  for (const at of links.keys()) expect(article).toContain(`dead ${at}`)
})
