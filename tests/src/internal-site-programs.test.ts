import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { Client } from '@modelcontextprotocol/client'
import { openBrowser } from './support/console-browser.ts'
import { type InternalSites, publicUrl, startInternalSites } from './support/internal-sites.ts'
import { openProgram, redirectUri, requestIn } from './support/mcp-program.ts'
import { challengeOf, programCalls } from './support/program-calls.ts'
import { openSiteBrowser } from './support/site-browser.ts'
import { settled, systemOf, withDatabases } from './support/system-databases.ts'

let all: InternalSites
let calls: ReturnType<typeof programCalls>
/** The addresses of the MCP servers of the sites. */
let own: string
let other: string
beforeAll(async () => {
  all = await startInternalSites()
  calls = programCalls(all)
  ;[own, other] = [`${all.sites.beneath.address}/-/mcp`, `${all.sites.hosted.address}/-/mcp`]
})
afterAll(() => all?.close())

async function textOf(client: Client, name: string, input: object): Promise<string> {
  const { content } = await client.callTool({ name, arguments: { ...input } })
  return JSON.stringify(content)
}

test('the official client is let in by the console’s sign-in, and reads what the person may read', async () => {
  const { fetchThere, browserOf } = calls
  const { api, ada, bob } = all
  for (const address of [own, other]) {
    for (const [person, isAll] of [
      [bob, false],
      [ada, true],
    ] as const) {
      const one = openProgram(fetchThere)
      const first = await one.connect(address)
      await expect(first.done).rejects.toThrow()
      const asked = one.asked[0]?.href ?? ''
      expect(asked.startsWith(`${publicUrl}/authorize?`)).toBe(true)
      const body = requestIn(asked)
      const question = await api.made('describeProgramRequest', person.token, { body })
      expect(question).toMatchObject({ name: 'Helper', site: { title: 'Handbook' } })
      expect(question).not.toHaveProperty('sentTo')
      expect(question.refuseURL).toContain('error=access_denied')
      // Only the console says so: a token that somebody copied lets nothing in that would outlive it.
      expect((await api.send('allowProgram', person.token, { body })).status).toBe(403)
      const answer = new URL((await (await browserOf(person)).send('allowProgram', { body })).body.url)
      expect(Object.fromEntries(answer.searchParams)).toMatchObject({ state: 'of this program', iss: publicUrl })
      await first.transport.finishAuth(answer.searchParams)
      const { client, done } = await one.connect(address)
      await done
      expect(await textOf(client, 'search', { query: 'zebras' })).toContain('Manual page')
      const found = await textOf(client, 'search', { query: 'dividends', within: '/board' })
      expect([person.name, found.includes('Board page')]).toEqual([person.name, isAll])
      const page = await textOf(client, 'read_page', { page: '/board/board-page' })
      expect([person.name, page.includes('about dividends')]).toEqual([person.name, isAll])
      await client.close()
    }
  }
})

test('a program finds out by the standards whom to ask, about internal sites alone', async () => {
  const { fetchThere } = calls
  for (const address of [own, other]) {
    const refused = await fetchThere(address, {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json' },
    })
    const [, metadata = ''] = /resource_metadata="([^"]+)"/.exec(refused.headers.get('www-authenticate') ?? '') ?? []
    expect([refused.status, metadata]).toEqual([
      401,
      address.replace(/(\/\/[^/]+)/, '$1/.well-known/oauth-protected-resource'),
    ])
    expect(await (await fetchThere(metadata)).json()).toMatchObject({
      ...{ resource: address, authorization_servers: [publicUrl] },
    })
    expect((await fetchThere(address)).status).toBe(405)
  }
  const server = await (await fetchThere(`${publicUrl}/.well-known/oauth-authorization-server`)).json()
  expect(server).toMatchObject({ issuer: publicUrl, code_challenge_methods_supported: ['S256'] })
  const { id } = await all.made('createSite', {}, { spaces: [all.spaces.manual] })
  const { urls } = await all.made('publishSite', { siteId: id })
  const open = urls.published.replace(publicUrl, `${publicUrl}/.well-known/oauth-protected-resource`)
  expect((await fetchThere(`${open}/-/mcp`)).status).toBe(404)
})

test('addresses that would run something, or are not the program’s, get no permission', async () => {
  const { register } = calls
  for (const redirect of [
    ...['javascript:alert(1)', 'data:text/html,x', 'http://evil.example/', 'https://ok.example/#x', 'nonsense'],
    ...['http://localhost.evil.example/', 'https://user:word@ok.example/', 'file:///etc/passwd'],
  ])
    expect([redirect, (await register([redirect])).error]).toEqual([redirect, 'invalid_redirect_uri'])
  const { client_id: clientId } = await register(['https://ok.example/cb', redirectUri])
  const send = (more: object, token = all.bob.token) =>
    all.api.send('describeProgramRequest', token, {
      body: {
        ...{ clientId, redirectUri: 'https://ok.example/cb', responseType: 'code', codeChallengeMethod: 'S256' },
        ...{ resource: own, codeChallenge: challengeOf('v'), ...more },
      },
    })
  expect((await send({})).body.sentTo).toBe('ok.example')
  expect((await send({ redirectUri: 'http://localhost:9999/callback' })).status).toBe(200)
  for (const wrong of [
    ...[{ redirectUri: 'https://ok.example/cb2' }, { redirectUri: 'https://evil.example/cb' }],
    ...[{ clientId: `${clientId.slice(0, -4)}AAAA` }, { clientId: 'x.y' }, { codeChallengeMethod: 'plain' }],
    ...[{ responseType: 'token' }, { codeChallenge: 'short' }],
  ])
    expect([wrong, (await send(wrong)).status]).toEqual([wrong, 400])
  for (const resource of ['https://evil.example/-/mcp', all.sites.beneath.address, `${publicUrl}/sites/none/-/mcp`])
    expect([resource, (await send({ resource })).status]).toEqual([resource, 404])
  const olga = await all.world.person('olga@example.com', 'Olga')
  expect((await send({}, olga.token)).status).toBe(404)
  expect((await send({}, all.gil.token)).status).toBe(404)
})

test('the name of a program cannot pass for words of the console that asks', async () => {
  for (const [name, shown] of [
    ['Notes” is up to date. Go on to “', "Notes' is up to date. Go on to '"],
    ['Safe\u202E evil\n\u200Bprogram', 'Safe evil program'],
    ['\u2066 ', 'A program'],
  ] as const) {
    const { client_id: clientId, client_name } = await calls.register([redirectUri], name)
    const { body } = await all.api.send('describeProgramRequest', all.bob.token, {
      body: {
        ...{ clientId, redirectUri, responseType: 'code', codeChallengeMethod: 'S256' },
        ...{ resource: own, codeChallenge: challengeOf('v') },
      },
    })
    expect([client_name, body.name]).toEqual([shown, shown])
  }
})

test('a code is exchanged once, by the program that asked, and a second exchange ends what the first one gave', async () => {
  const { register, allowed, exchange, refreshOf, statusWith } = calls
  const form = await allowed(all.bob)
  for (const [wrong, error] of [
    [{ code_verifier: 'another' }, 'invalid_grant'],
    [{ redirect_uri: 'http://localhost:1/callback' }, 'invalid_grant'],
    [{ client_id: (await register(['https://ok.example/'])).client_id }, 'invalid_grant'],
    [{ client_id: 'made.up' }, 'invalid_client'],
    [{ resource: other }, 'invalid_target'],
    [{ code: 'x' }, 'invalid_grant'],
    [{ grant_type: 'password' }, 'unsupported_grant_type'],
  ] as const)
    expect([wrong, (await exchange({ ...form, ...wrong })).body.error]).toEqual([wrong, error])
  const [one, two] = await Promise.all([exchange(form), exchange(form)])
  expect([one.status, two.status].sort()).toEqual([200, 400])
  const { body } = one.status === 200 ? one : two
  expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 3600 })
  const again = await exchange(form)
  expect([again.status, again.body.error, again.headers.get('cache-control')]).toEqual([
    400,
    'invalid_grant',
    'no-store',
  ])
  expect([await statusWith(body.access_token), (await refreshOf(form, body.refresh_token)).status]).toEqual([401, 400])
})

test('an access token reads its site by MCP, and nothing else reads by it or in its place', async () => {
  const { allowed, exchange, statusWith } = calls
  const { api, bob, spaces, codeFor, begin } = all
  const { body } = await exchange(await allowed(bob))
  const token = body.access_token
  expect([await statusWith(token), await statusWith(token, other)]).toEqual([200, 401])
  expect((await api.send('getAuthenticatedUser', token)).status).toBe(401)
  expect((await api.send('getSpaceById', token, { params: { spaceId: spaces.manual } })).status).toBe(401)
  const site = all.sites.beneath.address
  expect((await openSiteBrowser(all.world, { 'quire-visitor': token }).get(site)).status).toBe(303)
  const browser = openSiteBrowser(all.world)
  await browser.get(await codeFor(await begin(browser, site), bob))
  for (const wrong of [undefined, bob.token, browser.cookiesFor(site)['quire-visitor'], body.refresh_token])
    expect(await statusWith(wrong)).toBe(401)
})

test('refresh tokens rotate, and one that was used before ends the permission', async () => {
  const { register, allowed, exchange, refreshOf, statusWith } = calls
  const form = await allowed(all.bob)
  const { body: first } = await exchange(form)
  const { body: second } = await refreshOf(form, first.refresh_token)
  const { body: third } = await refreshOf(form, second.refresh_token)
  expect(new Set([first, second, third].map(({ refresh_token }) => refresh_token)).size).toBe(3)
  // A program that sends one twice is refused and goes on.
  expect((await refreshOf(form, second.refresh_token)).status).toBe(400)
  expect(await statusWith(third.access_token)).toBe(200)
  expect(
    (await refreshOf({ client_id: (await register(['https://ok.example/'])).client_id }, third.refresh_token)).status,
  ).toBe(400)
  // A minute later the same is somebody with a copy.
  await withDatabases(systemOf(all.world), ({ identity }) =>
    identity.query("update program set used_at = used_at - interval '1 minute'"),
  )
  expect((await refreshOf(form, second.refresh_token)).status).toBe(400)
  expect([await statusWith(third.access_token), (await refreshOf(form, third.refresh_token)).status]).toEqual([
    401, 400,
  ])
})

test('a refresh token that was replaced twice ends the permission too, whoever went on with it', async () => {
  const { allowed, exchange, refreshOf, statusWith } = calls
  const form = await allowed(all.bob)
  const { body: copied } = await exchange(form)
  const { body: taken } = await refreshOf(form, copied.refresh_token)
  const { body: kept } = await refreshOf(form, taken.refresh_token)
  expect(await statusWith(kept.access_token)).toBe(200)
  const [id = '', , code = ''] = copied.refresh_token.split('.')
  for (const made of [`${id}.made-up.${code}`, `${id}.made-up.`, id, `${copied.refresh_token}.x`])
    expect((await refreshOf(form, made)).status).toBe(400)
  expect(await statusWith(kept.access_token)).toBe(200)
  expect((await refreshOf(form, copied.refresh_token)).status).toBe(400)
  expect([await statusWith(kept.access_token), (await refreshOf(form, kept.refresh_token)).status]).toEqual([401, 400])
})

test('administrators find in the audit log, once, that a permission ended because its secret was replayed', async () => {
  const { allowed, exchange, refreshOf } = calls
  const { api, ada, bob, organizationId } = all
  const form = await allowed(bob)
  const { body: copied } = await exchange(form)
  const { body: taken } = await refreshOf(form, copied.refresh_token)
  await refreshOf(form, taken.refresh_token)
  const replays = await Promise.all([1, 2, 3].map(() => refreshOf(form, copied.refresh_token)))
  expect(replays.map(({ status }) => status)).toEqual([400, 400, 400])
  const [target = ''] = copied.refresh_token.split('.')
  const query = { target, action: 'endProgram' }
  const { items } = await api.made('listOrganizationAuditEvents', ada.token, { params: { organizationId }, query })
  expect(items).toMatchObject([{ actor: { type: 'system', id: 'oauth' }, target: { label: 'Script' } }])
  const params = { organizationId, auditEventId: items[0].id }
  const event = await api.made('getOrganizationAuditEvent', ada.token, { params })
  const { id: userId } = await api.made('getAuthenticatedUser', bob.token)
  expect(event.payload).toEqual({ userId, siteId: all.sites.beneath.id, reason: 'replayed' })
})

test('a person lets in few programs within a day, however soon they end', async () => {
  const { api, made, world, organizationId } = all
  const pia = await world.person('pia@example.com', 'Pia')
  await made('inviteUsersToOrganization', {}, { emails: [{ email: pia.email, role: 'read' }] })
  const { id } = await api.made('getAuthenticatedUser', pia.token)
  const { client_id: clientId } = await calls.register([redirectUri])
  const body = {
    ...{ clientId, redirectUri, responseType: 'code', codeChallengeMethod: 'S256' },
    ...{ resource: own, codeChallenge: challengeOf('v') },
  }
  await withDatabases(systemOf(world), async ({ identity }) => {
    await identity.query(
      `with made as (
        insert into token (id, user_id, kind, name, scope, organization_id, created_at, expires_at, revoked_at)
        select 'ended' || number, $1, 'user', 'Ended', 'read', $2, now(), now() + interval '90 days', now()
        from generate_series(1, 500) number returning id
      )
      insert into program (id, client_hash, site_id, resource, redirect_uri, code_challenge, code_hash, code_expires_at, used_at)
      select id, 'x', 'x', 'x', 'x', 'x', id, now(), now() from made`,
      [id, organizationId],
    )
  })
  const refused = await (await calls.browserOf(pia)).send('allowProgram', { body })
  expect([refused.status, refused.body.error.message]).toEqual([429, expect.stringContaining('within a day')])
})

test('a program ends its own permission, and learns nothing about tokens of others', async () => {
  const { sendForm, allowed, exchange, refreshOf, statusWith } = calls
  const form = await allowed(all.bob)
  const { body } = await exchange(form)
  for (const token of ['nonsense', body.refresh_token]) {
    const revoked = await sendForm('/v1/oauth/revocations', { token, client_id: form.client_id })
    expect(revoked.status).toBe(200)
  }
  expect([await statusWith(body.access_token), (await refreshOf(form, body.refresh_token)).status]).toEqual([401, 400])
})

test('a permission ends at once when the person ends it, may not read the site any more, or is no member', async () => {
  const { allowed, exchange, refreshOf, statusWith } = calls
  const { api, made, world, organizationId } = all
  const zoe = await world.person('zoe@example.com', 'Zoe')
  const { id: userId } = await api.made('getAuthenticatedUser', zoe.token)
  const invite = () => made('inviteUsersToOrganization', {}, { emails: [{ email: zoe.email, role: 'read' }] })
  await invite()
  const fresh = async () => {
    const form = await allowed(zoe)
    const { body } = await exchange(form)
    expect(await statusWith(body.access_token)).toBe(200)
    return async () => [await statusWith(body.access_token), (await refreshOf(form, body.refresh_token)).status]
  }
  const listed = await fresh()
  const { items, count } = await api.made('listProgramsForAuthenticatedUser', zoe.token)
  expect([count, items[0]]).toMatchObject([1, { name: 'Script', site: all.sites.beneath.id }])
  const stranger = { params: { programId: items[0].id } }
  expect((await api.send('endProgram', all.bob.token, stranger)).status).toBe(204)
  expect((await api.send('endProgram', zoe.token, stranger)).status).toBe(205)
  expect(await listed()).toEqual([401, 400])
  const tokens = await api.made('listAccessTokensForAuthenticatedUser', zoe.token)
  expect(tokens.items.map(({ name }: { name: string }) => name)).toEqual(['npm run token'])
  const demoted = await fresh()
  await made('updateMemberInOrganizationById', { userId }, { role: null })
  expect(await demoted()).toEqual([404, 400])
  await made('updateMemberInOrganizationById', { userId }, { role: 'read' })
  const removed = await fresh()
  await made('removeMemberFromOrganizationById', { userId })
  expect(await removed()).toEqual([401, 400])
  await invite()
  await settled(systemOf(world))
  // Who is invited again has another membership, and lets programs in again.
  const closed = await fresh()
  await api.made('unpublishSite', all.ada.token, { params: { organizationId, siteId: all.sites.beneath.id } })
  expect(await closed()).toEqual([404, 400])
  await made('publishSite', { siteId: all.sites.beneath.id })
})

test('a permission ends with the session of one organization in which it was given, and with no other session', async () => {
  const { allowed, exchange, refreshOf, statusWith } = calls
  const { world, made, bob, signIn } = all
  await made('inviteUsersToOrganization', {}, { emails: [{ email: 'lea@example.com', role: 'read' }] })
  async function limited() {
    const { url } = await made('createSignInLink', {}, { email: 'lea@example.com' })
    const browser = openBrowser(world)
    const { status } = await browser.send('signInWithLink', { body: { token: url.slice(url.lastIndexOf('/') + 1) } })
    expect(status).toBe(201)
    return browser
  }
  for (const [browser, ended] of [
    [await limited(), [401, 400]],
    [await signIn(bob), [200, 200]],
  ] as const) {
    const form = await allowed(browser)
    const { body } = await exchange(form)
    expect(await statusWith(body.access_token)).toBe(200)
    expect((await browser.send('signOut')).status).toBe(204)
    expect([await statusWith(body.access_token), (await refreshOf(form, body.refresh_token)).status]).toEqual(ended)
  }
  // A session that nobody has used for a week has ended, without an event that says so.
  const form = await allowed(await limited())
  const { body } = await exchange(form)
  await withDatabases(systemOf(world), ({ identity }) =>
    identity.query("update session set used_at = used_at - interval '8 days'"),
  )
  expect((await refreshOf(form, body.refresh_token)).status).toBe(400)
})
