import { afterAll, beforeAll, expect, test } from '@jest/globals'
import jwt from 'jsonwebtoken'
import { type InternalSites, publicUrl, startInternalSites } from './support/internal-sites.ts'
import { openSiteBrowser } from './support/site-browser.ts'
import { indexed, settled, systemOf } from './support/system-databases.ts'

let all: InternalSites
/** The addresses of the sites, beneath the public address and at a host. */
let own: string
let other: string
beforeAll(async () => {
  all = await startInternalSites()
  ;[own, other] = [all.sites.beneath.address, all.sites.hosted.address]
})
afterAll(() => all?.close())

test('who is signed in to the console reads an internal site at its own address, and who is not is asked to sign in', async () => {
  const { world, bob, signIn, begin } = all
  const console = await signIn(bob)
  for (const address of [own, other]) {
    const browser = openSiteBrowser(world)
    const wanted = await begin(browser, `${address}/manual-page?from=mail`)
    expect(wanted.url).toBe(`${address}/manual-page?from=mail`)
    const { status, body } = await console.send('createSiteVisit', { body: wanted })
    expect([status, body.url.startsWith(`${address}/-/visit?code=`)]).toEqual([200, true])
    const end = await browser.get(body.url)
    expect([end.status, end.location]).toEqual([303, `${address}/manual-page?from=mail`])
    expect(end.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    const page = await browser.get(end.location)
    expect([page.status, page.text.includes('All about zebras.')]).toEqual([200, true])
    expect(page.headers['cache-control']).toBe('private, no-cache')
    expect(page.text).toContain('<meta name="robots" content="noindex">')
    expect(page.text).not.toContain('class="announcement warning"')
  }
  expect((await console.send('signOut')).status).toBe(204)
  const after = await console.send('createSiteVisit', { body: await begin(openSiteBrowser(world), own) })
  expect(after.status).toBe(401)
})

/** Everything at which a site shows what is in its spaces. */
const outlets = [
  ...['', '/manual-page', '/board', '/board/board-page', '/manual-page.md', '/board/board-page.md', '/llms.txt'],
  ...[
    '/llms-full.txt',
    '/sitemap.xml',
    '/-/search.json?q=dividends',
    '/-/search.json?q=zebras',
    '/-/search?q=dividends',
  ],
]

test('nobody is shown anything of a space that they may not read, and nobody without a visit anything at all', async () => {
  const { world, ada, bob, opened } = all
  for (const address of [own, other]) {
    const [asAda, asBob, asNobody] = [
      await opened(address, ada),
      await opened(address, bob),
      openSiteBrowser(world, { 'quire-visitor': 'nonsense' }),
    ]
    const texts = { ada: '', bob: '', nobody: '' }
    for (const path of outlets) {
      const [all, part, none] = await Promise.all([asAda, asBob, asNobody].map((one) => one.get(address + path)))
      texts.ada += all?.text ?? ''
      texts.bob += part?.text ?? ''
      texts.nobody += none?.text ?? ''
      // Neither a shared cache nor the validator of somebody else leads to the page.
      expect([path, all?.headers['cache-control']?.startsWith('public')]).toEqual([path, false])
      const { etag = '"none"' } = all?.headers ?? {}
      expect([path, (await asNobody.get(address + path, { 'if-none-match': etag })).status]).toEqual([path, 303])
    }
    expect([texts.ada.includes('dividends.'), texts.ada.includes('zebras.')]).toEqual([true, true])
    // The words of a search are repeated in its answer; the text of the page is not.
    expect(texts.bob).toContain('zebras.')
    expect(texts.bob).not.toMatch(/about dividends|board-page"|Board page/)
    expect(texts.nobody).not.toMatch(/zebras|dividends|Handbook|Manual/)
    const fetched = await asNobody.get(`${address}/-/search.json?q=zebras`, { 'sec-fetch-mode': 'cors' })
    expect([fetched.status, fetched.text.includes('zebras')]).toEqual([401, false])
  }
})

test('who asks on an internal site is answered from what they may read there, and who has no visit not at all', async () => {
  const { world, ada, bob, opened, sites, made } = all
  await indexed(systemOf(world))
  for (const { id: siteId, address } of [sites.beneath, sites.hosted]) {
    const { items } = await made('listSiteSpaces', { siteId })
    const board = items.find(({ space }: { space: { id: string } }) => space.id === all.spaces.board).id
    const browsers = [await opened(address, ada), await opened(address, bob), openSiteBrowser(world)]
    const ask = (query: string) =>
      Promise.all(
        browsers.map((one) => one.get(`${address}/-/ask.events?${query}`, { 'sec-fetch-mode': 'cors' })),
      ).then((answers) => answers.map(({ status, text }) => [status, /All about \w+\./.exec(text)?.[0]]))
    const zebras = [200, 'All about zebras.']
    expect(await ask('q=What+about+zebras')).toEqual([zebras, zebras, [401, undefined]])
    const [byAda, ...byOthers] = await ask(`in=${board}&q=What+about+dividends`)
    expect(byAda).toEqual([200, 'All about dividends.'])
    expect(byOthers.map(([, text]) => text)).toEqual([undefined, undefined])
  }
})

test('a guest reads what was granted, and who may read nothing on a site gets no visit', async () => {
  const { world, api, gil, spaces, made, begin, opened } = all
  const wanted = await begin(openSiteBrowser(world), own)
  const olga = await world.person('olga@example.com', 'Olga')
  for (const { token } of [gil, olga])
    expect((await api.send('createSiteVisit', token, { body: wanted })).status).toBe(404)
  const { id: userId } = await api.made('getAuthenticatedUser', gil.token)
  await made('inviteToSpace', { spaceId: spaces.manual }, { role: 'read', users: [userId] })
  await settled(systemOf(world))
  const browser = await opened(`${own}/manual-page`, gil)
  expect((await browser.get(`${own}/manual-page`)).text).toContain('zebras')
  expect((await browser.get(`${own}/board/board-page`)).text).not.toContain('dividends')
})

test('a code opens the site once, in the browser that asked for it, and nowhere else', async () => {
  const { world, bob, begin, codeFor } = all
  const browser = openSiteBrowser(world)
  const wanted = await begin(browser, own)
  const code = await codeFor(wanted, bob)
  // A link with somebody's code opens nothing for whoever follows it: neither in a fresh browser nor in one that began.
  const victim = openSiteBrowser(world)
  await begin(victim, own)
  for (const one of [openSiteBrowser(world), victim]) {
    const answer = await one.get(code)
    expect([answer.status, one.cookiesFor(own)['quire-visitor']]).toEqual([400, undefined])
  }
  const tampered = code.replace(/.(.{9})$/, (_, rest) => `A${rest}`)
  expect((await browser.get(tampered)).status).toBe(400)
  const elsewhere = code.replace(own, other)
  expect((await openSiteBrowser(world, browser.cookiesFor(own)).get(elsewhere)).status).toBe(400)
  expect((await browser.get(code)).status).toBe(303)
  expect((await browser.get(own)).status).toBe(200)
  expect((await browser.get(code)).status).toBe(400)
  expect((await browser.get(`${own}/-/visit`)).status).toBe(400)
})

test('tabs that sign in side by side all end up where they wanted to go', async () => {
  const { world, bob, begin, codeFor } = all
  const browser = openSiteBrowser(world)
  const first = await begin(browser, `${own}/manual-page`)
  const second = await begin(browser, own)
  expect((await browser.get(await codeFor(first, bob))).location).toBe(`${own}/manual-page`)
  expect((await browser.get(await codeFor(second, bob))).location).toBe(own)
})

test('a visit is its own cookie’s alone: not in an address, not of another site, and not a code', async () => {
  const { world, api, bob, begin, codeFor, opened } = all
  const browser = await opened(own, bob)
  const visit = browser.cookiesFor(own)['quire-visitor'] ?? ''
  const wanted = await begin(openSiteBrowser(world), own)
  const code = new URL(await codeFor(wanted, bob)).searchParams.get('code') ?? ''
  const { apiToken } = await api.made('resolvePublishedContentByUrl', bob.token, { body: { url: own } })
  expect((await openSiteBrowser(world).get(`${own}?jwt_token=${visit}`)).status).toBe(303)
  for (const [address, value] of [
    [other, visit],
    [own, code],
    [own, bob.token],
    [own, apiToken],
    [own, `${visit.slice(0, -4)}AAAA`],
  ] as const)
    expect((await openSiteBrowser(world, { 'quire-visitor': value }).get(address)).status).toBe(303)
  // The console's own cookie is no visit, and a visit is no access token.
  expect((await api.send('getAuthenticatedUser', visit)).status).toBe(401)
})

test('a token of a login server that a site had before opens an internal site to nobody, and keeps nobody out', async () => {
  const { world, bob, made, opened, sites } = all
  const { privateKey } = await made('getSitePublishingAuthById', { siteId: sites.beneath.id })
  const linked = `${own}?jwt_token=${jwt.sign({ plan: 'pro' }, privateKey, { expiresIn: '1h' })}`
  expect((await openSiteBrowser(world).get(linked)).location.startsWith(`${publicUrl}/visit?`)).toBe(true)
  const browser = await opened(own, bob)
  const { status, location } = await browser.get(linked)
  expect([status, new URL(location, own).href]).toEqual([303, own])
  expect((await browser.get(own)).status).toBe(200)
})

test('nobody is sent to an address that is not the site’s own', async () => {
  const { world, api, bob, sites, begin } = all
  const state = 'a'.repeat(43)
  const { id } = sites.beneath
  const send = (url: string) => api.send('createSiteVisit', bob.token, { body: { url, state } })
  for (const url of [
    ...['https://evil.example/', `${publicUrl}/`, `${publicUrl}/sites/none`, `${own}//evil.example`],
    ...[
      `${own}/%2F/evil.example`,
      `${publicUrl.replace('//', '//user@')}/sites/${id}`,
      `http://evil.example/sites/${id}`,
    ],
  ])
    expect([url, (await send(url)).status]).toEqual([url, 404])
  // Other names of the site lead to its own own.
  const { body } = await send(`${publicUrl}/sites/${id}/manual-page?x=1#there`)
  expect(body.url.startsWith(`${own}/-/visit?code=`)).toBe(true)
  const browser = openSiteBrowser(world)
  const moved = await browser.get(`${publicUrl}/sites/${sites.hosted.id}/manual-page?x=1`)
  expect([moved.status, moved.location]).toEqual([303, `${other}/manual-page?x=1`])
  expect((await begin(browser, moved.location)).url).toBe(`${other}/manual-page?x=1`)
})

test('conditions see the visitor’s teams, role and address, as they are with each request', async () => {
  const { world, api, bob, sites, made, opened } = all
  const { id: siteId } = sites.beneath
  const { id: teamId } = await made('createOrganizationTeam', {}, { title: 'Writers' })
  const { id: userId } = await api.made('getAuthenticatedUser', bob.token)
  const [first] = (await made('listSiteSpaces', { siteId })).items
  const browser = await opened(own, bob)
  const isShown = async () => (await browser.get(`${own}/manual-page`)).text.includes('zebras')
  const when = async (condition: string | null) => {
    await made('updateSiteSpaceById', { siteId, siteSpaceId: first.id }, { condition })
    return isShown()
  }
  const isWriter = `visitor.claims.teams.includes("Writers") && visitor.claims.teamIds.includes("${teamId}")`
  try {
    expect(await when(`visitor.claims.email === "${bob.email}" && visitor.claims.role === "read"`)).toBe(true)
    expect(await when('visitor.claims.role === "admin"')).toBe(false)
    expect(await when(isWriter)).toBe(false)
    await made('addMemberToOrganizationTeamById', { teamId, userId }, {})
    await settled(systemOf(world))
    expect(await isShown()).toBe(true)
    await made('deleteMemberFromOrganizationTeamById', { teamId, userId })
    expect(await isShown()).toBe(false)
  } finally {
    await when(null)
  }
})

test('a visit ends at once with the session that made it', async () => {
  const { world, bob, signIn, begin } = all
  const console = await signIn(bob)
  const browser = openSiteBrowser(world)
  const { body } = await console.send('createSiteVisit', { body: await begin(browser, own) })
  const begun = await begin(openSiteBrowser(world), own)
  const late = (await console.send('createSiteVisit', { body: begun })).body.url
  await browser.get(body.url)
  expect((await browser.get(own)).status).toBe(200)
  await console.send('signOut')
  expect([(await browser.get(own)).status, (await browser.get(late)).status]).toEqual([303, 400])
})

test('an internal site is for fewer than any other: who opens it to others needs what publishing needs', async () => {
  const { world, api, spaces, organizationId, made } = all
  const { id: siteId } = await made('createSite', {}, { visibility: 'members', spaces: [spaces.manual] })
  const creator = await world.person('cleo@example.com', 'Cleo')
  await made('inviteUsersToOrganization', {}, { emails: [{ email: creator.email, role: 'create' }] })
  const { id: userId } = await api.made('getAuthenticatedUser', creator.token)
  await made('inviteToSpace', { spaceId: spaces.manual }, { role: 'edit', users: [userId] })
  const turn = async (visibility: string) =>
    (await api.send('updateSiteById', creator.token, { params: { organizationId, siteId }, body: { visibility } }))
      .status
  for (const visibility of ['share-link', 'visitor-auth', 'unlisted', 'public']) {
    expect([visibility, await turn(visibility)]).toEqual([visibility, 403])
    await made('updateSiteById', { siteId }, { visibility })
    expect([visibility, await turn('members')]).toEqual([visibility, 200])
  }
  expect((await made('getSpaceById', { spaceId: spaces.board })).visibility).toBe('private')
})
