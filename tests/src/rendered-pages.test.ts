import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createWorld, type Person, type World } from '@quire/world'
import { type Api, apiOf } from './support/api-client.ts'

let world: World
let api: Api
let ada: Person
let gus: Person
let organizationId: string
let manual: string
let secret: string
let pages: Record<string, string>
let fileId: string

const page = (title: string, markdown: string, more: object = {}) => ({
  ...{ operation: 'insert_page', title, document: { markdown }, ...more },
})
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='

const text = `## Start here

See [the second](second.md#end "Soon"), [the secret](/spaces/SECRET/pages/PLANS), [nothing](gone.md) and
[elsewhere](https://example.com/a).

![A dot](./dot.png) ![Far away](https://pictures.example.com/a.png)

<script>alert(1)</script> <img src=x onerror=alert(2)> [bad](javascript:alert(3))

{% if visitor.claims.beta %}

For testers, <code class="expression">visitor.claims.name</code>.

{% else %}

For others.

{% endif %}

{% embed url="https://www.youtube.com/watch?v=abcdefghijk" %}

{% content-ref url="second.md" %}
[second.md](second.md)
{% endcontent-ref %}

\`\`\`js
const answer = 42
\`\`\`
`

async function spaceWith(title: string, ...changes: object[]) {
  const { id: spaceId } = await api.made('createSpace', ada.token, { params: { organizationId }, body: { title } })
  const { id } = await api.made('createChangeRequest', ada.token, { params: { spaceId }, body: {} })
  await change(spaceId, id, ...changes)
  await api.made('mergeChangeRequest', ada.token, { params: { spaceId, changeRequestId: id } })
  return spaceId as string
}

const change = (spaceId: string, changeRequestId: string, ...changes: object[]) =>
  api.made('updateChangeRequestContent', ada.token, {
    params: { spaceId, changeRequestId },
    query: { compat: 'false' },
    body: { changes },
  })

const titlesOf = async (spaceId: string): Promise<Record<string, string>> => {
  const { pages } = await api.made('listPages', ada.token, { params: { spaceId } })
  return Object.fromEntries(pages.map(({ id, title }: { id: string; title: string }) => [title, id]))
}

const rendered = (pageId: string, person = ada, query = {}) =>
  api.send('getRenderedPage', person.token, { params: { spaceId: manual, pageId }, query })

/** The same HTML without the keys of its blocks. */
const withoutKeys = (html: string) => html.replaceAll(/ data-key="[\w-]+" data-block/g, '')

const preview = (body: object, person = ada) =>
  api.send('renderMarkdown', person.token, { params: { spaceId: manual }, body })

beforeAll(async () => {
  world = await createWorld()
  api = apiOf(world.gateways[0] ?? '')
  ada = await world.person('ada@example.com', 'Ada')
  gus = await world.person('gus@example.com', 'Gus')
  organizationId = (await api.made('createOrganization', ada.token, { body: { title: 'Zoo' } })).id
  await api.made('inviteUsersToOrganization', ada.token, {
    params: { organizationId },
    body: { emails: [{ email: gus.email, role: null }] },
  })
  secret = await spaceWith('Plans of the zoo', page('Plans', 'Sell the giraffe.'))
  const { Plans = '' } = await titlesOf(secret)
  manual = await spaceWith(
    'Manual',
    { operation: 'insert_files', files: [{ ref: 'dot.png', name: 'dot.png', base64: pixel }] },
    page('Second', '## End\n\nDone.', { ref: 'second', description: 'What follows', emoji: '1f418' }),
    page('First', text.replace('SECRET', secret).replace('PLANS', Plans), {
      icon: 'star',
      condition: 'visitor.claims.a',
    }),
  )
  pages = await titlesOf(manual)
  const { items } = await api.made('listFiles', ada.token, { params: { spaceId: manual } })
  fileId = items[0].id
  const { id: userId } = await api.made('getAuthenticatedUser', gus.token)
  await api.made('inviteToSpace', ada.token, {
    params: { spaceId: manual },
    body: { users: [userId], role: 'read' },
  })
}, 60_000)
afterAll(() => world?.close())

test('a page has the HTML of sites, with links into the console, signed files and no script', async () => {
  const { status, body } = await rendered(pages.First ?? '')
  expect(status).toBe(200)
  expect(body).toMatchObject({
    object: 'rendered-page',
    page: { id: pages.First, title: 'First', icon: 'star', condition: 'visitor.claims.a', layout: { title: true } },
    outline: [{ id: 'start-here', title: 'Start here', level: 2 }],
    frames: ['https://www.youtube-nocookie.com'],
    pictures: ['https://pictures.example.com'],
  })
  const { html } = body
  expect(html).toContain(`<a href="/s/${manual}/p/${pages.Second}#end" title="Soon">the second</a>`)
  expect(html).toContain(`<a href="/s/${secret}/p/${(await titlesOf(secret)).Plans}">the secret</a>`)
  expect(html).toContain('<a href="https://example.com/a" rel="noopener noreferrer" target="_blank">elsewhere</a>')
  expect(html).toMatch(/class="link-card"[\s\S]*Second[\s\S]*What follows/)
  expect(html).not.toMatch(/<script|<[^>]+onerror|href="(?:javascript|gone)/)
  expect(html).not.toMatch(/<img[^>]+pictures\.example/)
  const [, src = ''] = /<img src="(\/v1\/downloads\/[^"]+)"[^>]* alt="A dot"/.exec(html) ?? []
  const download = await fetch(`${world.gateways[0]}${src.replaceAll('&amp;', '&')}`)
  expect([download.status, download.headers.get('content-type')]).toEqual([200, 'image/png'])
})

test('authors see each alternative of a condition, and expressions, marked', async () => {
  const { html } = (await rendered(pages.First ?? '')).body
  expect(html).toContain('<div class="condition" role="group" aria-label="if visitor.claims.beta">')
  expect(html).toContain('<div class="condition" role="group" aria-label="else">')
  expect(html).toContain('<code class="expression">visitor.claims.name</code>')
  expect(html).toMatch(/For testers[\s\S]*For others/)
  expect(html).not.toContain('{% else')
})

test('a block of a stored page has its key, by which comments name it, and one of another text has none', async () => {
  const params = { spaceId: manual, pageId: pages.Second ?? '' }
  const { document } = await api.made('getPageById', ada.token, { params, query: { format: 'document' } })
  const key = document.nodes[1].key
  expect((await rendered(params.pageId)).body.html).toContain(`<p data-key="${key}" data-block>Done.</p>`)
  const target = { page: params.pageId, node: key }
  const body = { ...target, body: { markdown: 'Is it?' } }
  const comment = await api.made('postCommentInSpace', ada.token, { params: { spaceId: manual }, body })
  expect(comment.target.node).toEqual({ id: key, preview: 'Done.' })
  expect((await preview({ markdown: 'Done.' })).body.html).toBe('<p>Done.</p>')
})

test('the words of blocks are in the language asked for', async () => {
  const body = { markdown: '{% hint style="warning" %}\nHot.\n{% endhint %}' }
  const labels = await Promise.all(
    ['en', 'de'].map(async (language) => {
      const sent = { params: { spaceId: manual }, body, query: { language } }
      return /aria-label="(\w+)"/.exec((await api.made('renderMarkdown', ada.token, sent)).html)?.[1]
    }),
  )
  expect(labels).toEqual(['Warning', 'Warnung'])
})

test('a page is rendered as a revision or a change request has it, with links within that', async () => {
  const [{ id: before }, { id: changeRequestId }] = [
    await api.made('getCurrentRevision', ada.token, { params: { spaceId: manual } }),
    await api.made('createChangeRequest', ada.token, { params: { spaceId: manual }, body: {} }),
  ]
  const pageId = pages.Second ?? ''
  await change(manual, changeRequestId, {
    ...{ operation: 'update_page', page: pageId, title: 'Two' },
    document: { markdown: `Changed: [first](/pages/${pages.First}).` },
  })
  const params = { spaceId: manual, pageId }
  const changed = await api.made('getRenderedPageInChangeRequest', ada.token, {
    params: { ...params, changeRequestId },
  })
  expect(changed.page.title).toBe('Two')
  expect(withoutKeys(changed.html)).toBe(
    `<p>Changed: <a href="/s/${manual}/changes/${changeRequestId}/p/${pages.First}">first</a>.</p>`,
  )
  const earlier = await api.made('getRenderedPageInRevision', ada.token, { params: { ...params, revisionId: before } })
  expect([earlier.revision, earlier.page.title]).toEqual([before, 'Second'])
  expect((await rendered(pageId)).body.page.title).toBe('Second')
})

test('a text is rendered without being stored, with its links as a page would have them', async () => {
  const markdown = `---\ndescription: Front\n---\n\n## New\n\n[two](second.md), [one](/pages/${pages.First}), ![dot](/files/${fileId})`
  const { status, body } = await preview({ markdown, page: pages.First })
  expect([status, body.page, body.outline]).toEqual([200, undefined, [{ id: 'new', title: 'New', level: 2 }]])
  expect(body.html).toContain(`<a href="/s/${manual}/p/${pages.Second}">two</a>`)
  expect(body.html).toContain(`<a href="/s/${manual}/p/${pages.First}">one</a>`)
  expect(body.html).toMatch(/<img src="\/v1\/downloads\//)
  expect(body.html).not.toContain('Front')
  const { status: refused, body: error } = await preview({ markdown: '---\na: [\n---\n\nText' })
  expect([refused, error.error.message]).toEqual([400, expect.stringContaining('body.markdown')])
  const { body: unchanged } = await rendered(pages.First ?? '')
  expect(unchanged.html).toContain('Start here')
})

test('who may not read the space gets nothing, and a guest no name of what is hidden from them', async () => {
  const olga = await world.person('olga@example.com', 'Olga')
  const open = (await rendered(pages.First ?? '', gus)).body.html
  expect(open).toContain('the secret')
  expect(open).not.toContain(secret)
  const inSecret = { params: { spaceId: secret, pageId: (await titlesOf(secret)).Plans ?? '' } }
  const statuses = [
    await api.send('getRenderedPage', gus.token, inSecret),
    await api.send('renderMarkdown', gus.token, { params: { spaceId: secret }, body: { markdown: 'x' } }),
    await rendered(pages.First ?? '', olga),
    await preview({ markdown: 'x' }, olga),
    // A page, a revision and a change request of another space do not exist here.
    await rendered(inSecret.params.pageId),
    await api.send('getRenderedPage', ada.token, { params: { spaceId: secret, pageId: pages.First ?? '' } }),
    await preview({ markdown: 'x', changeRequest: 'absent' }),
  ].map(({ status }) => status)
  expect(statuses).toEqual([404, 404, 404, 404, 404, 404, 404])
})

test('a grant that has ended opens nothing any more', async () => {
  const hal = await world.person('hal@example.com', 'Hal')
  await api.made('inviteUsersToOrganization', ada.token, {
    params: { organizationId },
    body: { emails: [{ email: hal.email, role: null }] },
  })
  const { id: userId } = await api.made('getAuthenticatedUser', hal.token)
  const invited = { params: { spaceId: manual }, body: { users: [userId], role: 'read' } }
  await api.made('inviteToSpace', ada.token, invited)
  expect((await rendered(pages.Second ?? '', hal)).status).toBe(200)
  await api.made('removeUserFromSpace', ada.token, { params: { spaceId: manual, userId } })
  expect((await rendered(pages.Second ?? '', hal)).status).toBe(404)
  expect((await preview({ markdown: 'x' }, hal)).status).toBe(404)
})

test('a page of a site is rendered with settings that are not stored, for who may change them', async () => {
  const { id: siteId } = await api.made('createSite', ada.token, {
    params: { organizationId },
    body: { title: 'Manuals', spaces: [manual] },
  })
  const asks = (body: object, person = ada) =>
    api.send('renderSitePage', person.token, { params: { organizationId, siteId }, body })
  const customization = {
    title: 'Try out',
    styling: { primaryColor: { light: '#b00020', dark: '#ff8a80' } },
    header: { links: [{ title: '<b>Shop</b>', to: { kind: 'url', url: 'https://shop.example.com/' } }] },
  }
  const { status, body: page } = await asks({ customization, path: 'second' })
  expect([status, page.title, page.path]).toEqual([200, 'Second', ''])
  for (const text of ['<!doctype html>', 'Done.', 'Try out', '#b00020', '&lt;b&gt;Shop'])
    expect(page.html).toContain(text)
  for (const text of ['<b>Shop', 'aria-label="Preview"']) expect(page.html).not.toContain(text)
  expect((await asks({})).body.html).not.toContain('Try out')
  const overrides = { title: 'Only here', header: { links: [] } }
  const { html: ofSpace } = (await asks({ customization, overrides, path: 'second' })).body
  const texts = ['Only here', '#b00020', 'Shop']
  expect(texts.filter((text) => ofSpace.includes(text))).toEqual(['Only here', '#b00020'])
  // Settings as they are presented are rendered too.
  const presented = await api.made('getSiteCustomizationById', ada.token, { params: { organizationId, siteId } })
  expect([presented.title, (await asks({ customization: presented })).status]).toEqual([undefined, 200])
  const { status: faulty, body: place } = await asks({
    customization: { header: { links: [{ title: 'Shop', condition: 'visitor.' }] } },
  })
  expect([faulty, place.error.message]).toEqual([400, expect.stringContaining('body.customization.header.links.0')])
  const { body: wrong } = await asks({ overrides: { header: { links: [{ title: 'Shop', condition: 'visitor.' }] } } })
  expect(wrong.error.message).toContain('body.overrides.header.links.0')
  // The first page has a condition, which holds for nobody who is unknown.
  for (const path of ['first', 'absent']) expect((await asks({ path })).status).toBe(404)
  const { status: refused, body: error } = await asks({ customization: { styling: { theme: 'loud' } } })
  expect([refused, error.error.message]).toEqual([400, expect.stringContaining('body.customization.styling.theme')])
  expect((await asks({}, gus)).status).toBeGreaterThan(400)
})

test('a page of a site is found by its path as it is, and as links have it', async () => {
  const spaceId = await spaceWith('Names', page('Start', 'First.'), page('Large', 'Large.', { slug: 'über-größe' }))
  const { id: siteId } = await api.made('createSite', ada.token, {
    params: { organizationId },
    body: { title: 'Names', spaces: [spaceId] },
  })
  const asks = (path: string) =>
    api.send('renderSitePage', ada.token, { params: { organizationId, siteId }, body: { path } })
  for (const path of ['über-größe', encodeURIComponent('über-größe')])
    expect((await asks(path)).body).toMatchObject({ title: 'Large', path: 'über-größe' })
  expect((await asks('%')).status).toBe(400)
})
