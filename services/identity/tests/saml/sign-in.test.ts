import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals'
import { auditOperations, type Operation, identityOperations as operations } from '@quire/contracts'
import { identityProvider, type TestIdentityProvider } from '@quire/world/identity-provider'
import type { As, ServiceTest } from '@quire/world/service-test'
import { findOrCreateUser } from '../../src/accounts/proved-users.ts'
import { deleteExpiredSignIns } from '../../src/saml/sign-in-codes.ts'
import { addMember, addOrganization, addPerson, counted, signInsBy, sqlOf, startIdentity, within } from '../support.ts'
import {
  addProvider,
  addressOn,
  browserAt,
  callerOf,
  codeOn,
  exchange,
  nobody,
  reasonsDuring,
  type Sso,
} from './saml-support.ts'

let identity: ServiceTest
let idp: TestIdentityProvider
let ada: string
let organizationId: string
let sso: Sso
let browser: ReturnType<typeof browserAt>
/** Offset of the service's clock. */
let aheadMs = 0
beforeAll(async () => {
  identity = await startIdentity({}, { now: () => new Date(Date.now() + aheadMs) })
  idp = await identityProvider('okta')
  ada = await addPerson(identity, 'Ada Lovelace')
  organizationId = await addOrganization(identity, ada, 'Engines & Sons')
  await update({ emailDomains: ['engines.example'] })
  sso = await addProvider(identity, { admin: ada, organizationId, idp, settings: { defaultRole: 'comment' } })
  browser = browserAt(sso)
})
afterEach(() => {
  aheadMs = 0
})
afterAll(() => identity.stop())

const update = (body: object) =>
  identity.call(operations.updateOrganizationById, { as: ada, params: { organizationId }, body })
const invite = (emails: unknown[], as = ada, to = organizationId) =>
  identity.call(operations.inviteUsersToOrganization, { as, params: { organizationId: to }, body: { emails } })
const member = (userId: string, as: As = ada, of = organizationId) =>
  identity.call(operations.getMemberInOrganizationById, { as, params: { organizationId: of, userId } })
const changeMember = (userId: string, body: object) =>
  identity.call(operations.updateMemberInOrganizationById, { as: ada, params: { organizationId, userId }, body })
const changeProvider = (body: object, { id: samlProviderId } = sso) =>
  identity.call(operations.updateOrganizationSAMLProvider, {
    as: ada,
    params: { organizationId, samlProviderId },
    body,
  })
const join = (name: string, role: string | null = 'read') =>
  addMember(identity, { admin: ada, organizationId, name, role })
const tokenOf = async (code: string) => (await exchange(identity, code)).body.token
/** Signs a person in; returns the caller that the gateway derives from their token. */
const enter = async (name: string, through = browser) => callerOf(await tokenOf(await through.code({ name })))

test('the service describes itself to a provider that is not complete yet', async () => {
  const { body } = await identity.call(operations.createOrganizationSAMLProvider, {
    as: ada,
    params: { organizationId },
    body: { label: 'Later' },
  })
  const pending = browserAt({ ...sso, id: body.id })
  const metadata = await pending.metadata()
  expect(metadata).toContain(`entityID="${body.service.entityID}"`)
  expect(metadata).toContain(`Location="${body.service.acsURL}"`)
  expect(metadata).toContain('WantAssertionsSigned="true"')
  expect((await pending.start()).status).toBe(409)
})

test('the start leads to the provider with a request that names the service, and keeps what the address had', async () => {
  const begun = await browser.start()
  const address = addressOn(begun)
  expect([begun.status, begun.headers.get('cache-control')]).toEqual([200, 'no-store'])
  expect(address.startsWith(`${idp.settings.ssoURL}&SAMLRequest=`)).toBe(true)
  const { issuer } = await idp.read(address, await browser.metadata())
  expect(issuer).toBe(`http://docs.example.com/v1/orgs/${organizationId}/saml/${sso.id}/metadata`)
})

test('nobody is sent to an address that an organization chose: a page names both, as text, and the reader goes on', async () => {
  const eve = await addPerson(identity, 'Eve Stranger')
  const hostile = await addOrganization(identity, eve, 'Your <b>bank</b>')
  const ssoURL = 'https://bank.example@exämple.evil.example:8443/?"><script>'
  const { id } = await addProvider(identity, { admin: eve, organizationId: hostile, idp, settings: { ssoURL } })
  const { status, headers, body } = await browserAt({ identity, organizationId: hostile, id, idp }).start()
  expect([status, headers.get('location'), headers.get('content-type')]).toEqual([
    200,
    null,
    'text/html; charset=utf-8',
  ])
  expect(headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(body).toContain('<h1>Sign in to Your &lt;b&gt;bank&lt;/b&gt;</h1>')
  expect(body).toContain('>Continue to xn--exmple-cua.evil.example:8443</a>')
  expect(body).not.toMatch(/<script|<b>|http-equiv|Continue to bank/)
})

test('a member signs in, sees who and where, and exchanges the code for a token of this organization alone', async () => {
  const bea = await join('Bea Bell')
  const signIns = await signInsBy(identity, 'saml')
  const tokens = await counted(identity, 'quire_tokens_issued_total', { kind: 'saml' })
  const page = await browser.signIn({ name: 'BEA.BELL@example.com' })
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  expect(page.headers.get('cache-control')).toBe('no-store')
  expect(page.body).toContain('<h1>BEA.BELL@example.com signed in to Engines &amp; Sons</h1>')
  expect(page.body).toContain("curl -sS 'http://docs.example.com/v1/sso/tokens'".replaceAll("'", '&#39;'))
  const { status, body } = await exchange(identity, codeOn(page))
  expect([status, body.organization]).toEqual([201, organizationId])
  expect(await signInsBy(identity, 'saml')).toEqual({ ...signIns, accepted: signIns.accepted + 1 })
  expect(await counted(identity, 'quire_tokens_issued_total', { kind: 'saml' })).toBe(tokens + 1)
  const caller = callerOf(body.token)
  expect(caller).toMatchObject({ userId: bea, kind: 'saml', scope: 'full', organizationId })
  expect((await member(bea, caller)).body).toMatchObject({ id: bea, role: 'read', sso: true })
  const other = await addOrganization(identity, bea)
  expect((await member(bea, caller, other)).status).toBe(404)
})

test('the token lasts twelve hours, or as long as the session at the provider', async () => {
  await join('Cy Coe')
  const hoursOf = async (claims: object) => {
    const page = await browser.signIn({ name: 'cy.coe@example.com', ...claims })
    const { body } = await exchange(identity, codeOn(page))
    return (Date.parse(body.expiresAt) - Date.now()) / 3600_000
  }
  expect(await hoursOf({})).toBeCloseTo(12, 1)
  expect(await hoursOf({ sessionEndsAt: new Date(Date.now() + 2 * 3600_000) })).toBeCloseTo(2, 1)
})

test('a code works once, also for two at the same time, and its text is kept nowhere', async () => {
  await join('Dee Dow')
  const code = await browser.code({ name: 'dee.dow@example.com' })
  const rows = await sqlOf(identity).selectFrom('sign_in_code').selectAll().execute()
  expect(rows.length).toBeGreaterThan(0)
  expect(JSON.stringify(rows)).not.toContain(code)
  const answers = await Promise.all(Array.from({ length: 4 }, () => exchange(identity, code)))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400])
})

test('a sign-in is recorded, with what it made; a person whom the operator disabled does not sign in', async () => {
  const [gus] = [await join('Gus Gone')]
  const named = { name: 'gus.gone@example.com' }
  await enter('gus.gone@example.com')
  await browser.signIn({ name: 'new.comer@engines.example' })
  const { items } = (
    await identity.call(auditOperations.listOrganizationAuditEvents, { as: ada, params: { organizationId }, query: {} })
  ).body
  const stored = await sqlOf(identity)
    .selectFrom('audit_event')
    .selectAll()
    .orderBy('number', 'desc')
    .limit(3)
    .execute()
  expect(stored.map(({ action, actor_id, source, payload }) => ({ action, actor_id, source, payload }))).toEqual([
    {
      action: 'acceptSAMLResponse',
      actor_id: items[0].target.id,
      source: 'ui',
      payload: expect.objectContaining({ isNewMember: true }),
    },
    { action: 'exchangeSignInCode', actor_id: gus, source: 'api', payload: expect.anything() },
    {
      action: 'acceptSAMLResponse',
      actor_id: gus,
      source: 'ui',
      payload: expect.objectContaining({ isNewMember: false }),
    },
  ])
  const code = await browser.code(named)
  const disable = (disabled_at: Date | null) =>
    sqlOf(identity).updateTable('user').set({ disabled_at }).where('id', '=', gus).execute()
  await disable(new Date())
  expect([(await exchange(identity, code)).status, (await browser.signIn(named)).status]).toEqual([400, 403])
  await disable(null)
  expect((await exchange(identity, code)).status).toBe(201)
})

test('a code that is none, one that expired and one whose membership ended are refused in the same words', async () => {
  const [fay] = [await join('Fay Fox')]
  const [expired, left, disabled] = [
    await browser.code({ name: 'fay.fox@example.com' }),
    await browser.code({ name: 'fay.fox@example.com' }),
    await browser.code({ name: 'fay.fox@example.com' }),
  ]
  const refusal = await exchange(identity, 'none')
  expect([refusal.status, refusal.body.error.message]).toEqual([400, expect.stringMatching(/^body\.code: /)])
  await changeMember(fay, { disabled: true })
  expect((await exchange(identity, disabled)).body).toEqual(refusal.body)
  await changeMember(fay, { disabled: false })
  expect((await exchange(identity, disabled)).status).toBe(201)
  aheadMs = 3600_000
  expect((await exchange(identity, expired)).body).toEqual(refusal.body)
  aheadMs = 0
  await removeMember(fay)
  expect((await exchange(identity, left)).body).toEqual(refusal.body)
})

const removeMember = (userId: string, as = ada) =>
  identity.call(operations.removeMemberFromOrganizationById, { as, params: { organizationId, userId } })

test('a new address of the domain gets an account and joins with the default role and team', async () => {
  const team = await identity.call(operations.createOrganizationTeam, {
    as: ada,
    params: { organizationId },
    body: { title: 'Newcomers' },
  })
  await changeProvider({ defaultTeam: team.body.id })
  const attributes = { mail: 'Gil.Gray@ENGINES.example', displayName: '  Gil\n Gray ' }
  const events = await identity.eventsDuring(() =>
    browser.signIn({ name: 'g-123', nameFormat: 'unspecified', attributes }),
  )
  expect(events.map(({ type }) => type)).toContain('identity.team-member.saved.v1')
  const caller = await enter('gil.gray@engines.example')
  expect((await member(caller.userId, caller)).body).toMatchObject({
    role: 'comment',
    sso: true,
    teams: 1,
    user: { displayName: 'Gil Gray', email: 'Gil.Gray@engines.example' },
  })
  await identity.call(operations.removeTeamFromOrganizationById, {
    as: ada,
    params: { organizationId, teamId: team.body.id },
  })
  const late = await enter('hal@engines.example')
  expect((await member(late.userId)).body).toMatchObject({ teams: 0, user: { displayName: 'hal' } })
  await changeProvider({ defaultTeam: null })
})

test('an invited guest joins as one, and is in no team that nobody chose for them', async () => {
  const team = await identity.call(operations.createOrganizationTeam, {
    ...{ as: ada, params: { organizationId }, body: { title: 'All staff' } },
  })
  await changeProvider({ defaultTeam: team.body.id })
  await invite([{ email: 'con@tractor.example', role: null }])
  const caller = await enter('con@tractor.example')
  const { body } = await member(caller.userId)
  expect(body).toMatchObject({ sso: true, teams: 0 })
  expect(body.role ?? null).toBeNull()
  await changeProvider({ defaultTeam: null })
})

test('a response is verified while somebody else holds the provider', async () => {
  let refused: string[] = []
  await sqlOf(identity)
    .transaction()
    .execute(async (holding) => {
      await holding.selectFrom('saml_provider').select('id').where('id', '=', sso.id).forUpdate().execute()
      refused = await reasonsDuring(identity, () => browser.post(Buffer.from('<x/>').toString('base64')))
    })
  expect(refused).toEqual(['it is no SAML response'])
})

test('the first two sign-ins of a new address at the same time make one account', async () => {
  const callers = await Promise.all(Array.from({ length: 4 }, () => enter('twin@engines.example')))
  expect(new Set(callers.map(({ userId }) => userId)).size).toBe(1)
})

test('an invited address joins with the role of its invitation, and no other organization takes it in by that', async () => {
  const elsewhere = await addOrganization(identity, ada, 'Elsewhere')
  await invite([{ email: 'ida@invited.example', role: 'edit' }])
  await invite(['ida@invited.example'], ada, elsewhere)
  const caller = await enter('IDA@invited.example')
  expect((await member(caller.userId)).body).toMatchObject({ role: 'edit', sso: true })
  expect((await member(caller.userId, ada, elsewhere)).status).toBe(404)
  // A token of her whole account accepts the invitation.
  await addPerson(identity, 'ida@invited.example')
  expect((await member(caller.userId, ada, elsewhere)).status).toBe(200)
})

test('whoever was removed does not return by an invitation that was left over', async () => {
  const elsewhere = await addOrganization(identity, ada, 'Elsewhere')
  const person = { email: 'jan@left.example', displayName: 'Jan' }
  await invite(['jan@left.example'], ada, elsewhere)
  const { id: userId } = await within(identity, (writer) => findOrCreateUser(writer, person))
  await invite(['jan@left.example'], ada, elsewhere)
  await identity.call(operations.removeMemberFromOrganizationById, {
    as: ada,
    params: { organizationId: elsewhere, userId },
  })
  await addPerson(identity, 'jan@left.example')
  expect((await member(userId, ada, elsewhere)).status).toBe(404)
})

test('strangers, members who are disabled and addresses elsewhere are refused in the same words, and the log knows', async () => {
  await addPerson(identity, 'known@engines.example')
  const disabled = await join('Kit Kay')
  await changeMember(disabled, { disabled: true })
  const said = new Set<string>()
  const before = await signInsBy(identity, 'saml')
  for (const name of [
    'known@engines.example',
    'kit.kay@example.com',
    'nobody@sub.engines.example',
    'x@other.example',
  ]) {
    const reasons = await reasonsDuring(identity, async () => {
      const { status, body } = await browser.signIn({ name })
      expect(status).toBe(403)
      expect(body).toContain('Ask an administrator of the organization for an invitation')
      said.add(body.replaceAll(name, ''))
    })
    expect(reasons).toEqual([expect.stringContaining('no member who may enter')])
  }
  expect(said.size).toBe(1)
  expect(await signInsBy(identity, 'saml')).toEqual({ ...before, refused: before.refused + 4 })
})

test('a stranger who was refused has neither membership nor a second chance by the same answer, until invited', async () => {
  const lea = await addPerson(identity, 'lea@engines.example')
  expect((await browser.signIn({ name: 'lea@engines.example' })).status).toBe(403)
  expect((await member(lea)).status).toBe(404)
  await invite(['lea@engines.example'])
  expect((await browser.signIn({ name: 'lea@engines.example' })).status).toBe(200)
})

test('an address that only looks like a member of the organization is somebody else', async () => {
  const kim = await join('Kim')
  const lookalike = await browser.signIn({ name: '\u212Aim@example.com' })
  expect(lookalike.status).toBe(403)
  expect((await enter('KIM@example.com')).userId).toBe(kim)
})

test.each([
  [
    'an attribute before the name',
    { name: 'x@example.com', attributes: { email: 'attribute@engines.example' } },
    'attribute',
  ],
  [
    'a claim',
    {
      name: 'x',
      attributes: { 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress': 'claim@engines.example' },
    },
    'claim',
  ],
  [
    'an object identifier',
    { name: 'x', attributes: { 'urn:oid:0.9.2342.19200300.100.1.3': 'oid@engines.example' } },
    'oid',
  ],
  [
    'one value said twice',
    { name: 'x', attributes: { mail: ['twice@engines.example', 'twice@engines.example'] } },
    'twice',
  ],
  ['the name beside an empty attribute', { name: 'empty@engines.example', attributes: { email: '' } }, 'empty'],
])('the address is read from %s', async (_, claims, local) => {
  const page = await browser.signIn(claims)
  expect(page.body).toContain(`<h1>${local}@engines.example signed in`)
})

test.each([
  [
    'several addresses',
    { name: 'x@engines.example', attributes: { mail: ['a@engines.example', 'b@engines.example'] } },
  ],
  ['an attribute that is no address', { name: 'x@engines.example', attributes: { email: 'nobody' } }],
  ['no address at all', { name: 'jdoe', nameFormat: 'unspecified' as const }],
  ['a control character', { name: 'a\u0001b@engines.example' }],
])('an assertion with %s is refused', async (_, claims) => {
  expect((await browser.signIn(claims)).status).toBe(400)
})

test.each([
  [{ name: 'names1@engines.example', attributes: { givenName: 'Grace', sn: 'Hopper' } }, 'Grace Hopper'],
  [{ name: 'names2@engines.example', attributes: { cn: 'Both', givenName: 'Grace' } }, 'Both'],
  [{ name: 'names3@engines.example', attributes: { name: 'x'.repeat(200) } }, 'x'.repeat(64)],
])('a new person is called as the provider calls them', async (claims, displayName) => {
  const caller = callerOf(await tokenOf(await browser.code(claims)))
  const { body } = await identity.call(operations.getAuthenticatedUser, { as: caller })
  expect(body.displayName).toBe(displayName)
})

test('the whole account lists the token, ends it, and the token itself reaches no account', async () => {
  const mia = await join('Mia May')
  const caller = await enter('mia.may@example.com')
  const list = (as: As) => identity.call(operations.listAccessTokensForAuthenticatedUser, { as })
  expect((await list(caller)).status).toBe(403)
  expect((await list(mia)).body.items).toMatchObject([{ id: caller.tokenId, name: 'Single sign-on: Single' }])
  const events = await identity.eventsDuring(() =>
    identity.call(operations.revokeAccessToken, { as: mia, params: { tokenId: caller.tokenId } }),
  )
  expect(events).toContainEqual(expect.objectContaining({ type: 'identity.token.removed.v1', key: caller.tokenId }))
})

test.each([
  ['its deletion', async (one: Sso) => void (await removeProvider(one))],
  [
    'another certificate',
    async (one: Sso) =>
      void (await changeProvider({ certificate: (await identityProvider('new')).settings.certificate }, one)),
  ],
  [
    'another entity id',
    async (one: Sso) => void (await changeProvider({ entityID: 'https://moved.example.com' }, one)),
  ],
])('what came of a provider ends with %s: its tokens, and codes not yet exchanged', async (_, change) => {
  await join('Ned Nye')
  const own = await identityProvider('doomed')
  const one = await addProvider(identity, { admin: ada, organizationId, idp: own })
  const through = browserAt(one)
  const [retained, ended, other] = [
    await enter('ned.nye@example.com'),
    await enter('ned.nye@example.com', through),
    await enter('ned.nye@example.com', through),
  ]
  const code = await through.code({ name: 'ned.nye@example.com' })
  const events = await identity.eventsDuring(() => change(one))
  const removed = events.flatMap(({ type, key }) => (type === 'identity.token.removed.v1' ? [key] : []))
  expect(removed.sort()).toEqual([ended.tokenId, other.tokenId].sort())
  expect(removed).not.toContain(retained.tokenId)
  expect((await exchange(identity, code)).status).toBe(400)
  await removeProvider(one)
})

const removeProvider = ({ id }: Sso) =>
  identity.call(operations.deleteOrganizationSAMLProvider, { as: ada, params: { organizationId, samlProviderId: id } })

test('another label or address of a provider ends nothing', async () => {
  await join('Oda Orr')
  const code = await browser.code({ name: 'oda.orr@example.com' })
  await enter('oda.orr@example.com')
  const events = await identity.eventsDuring(() =>
    changeProvider({ label: 'Single', ssoURL: idp.settings.ssoURL, certificate: idp.settings.certificate }),
  )
  expect(events.map(({ type }) => type)).not.toContain('identity.token.removed.v1')
  expect((await exchange(identity, code)).status).toBe(201)
})

test('whoever leaves the organization loses the tokens of their sign-ins', async () => {
  const pia = await join('Pia Poe')
  const caller = await enter('pia.poe@example.com')
  const events = await identity.eventsDuring(() => removeMember(pia))
  expect(events).toContainEqual(expect.objectContaining({ type: 'identity.token.removed.v1', key: caller.tokenId }))
})

test('a member who signs in over and over keeps fifty tokens, the newest', async () => {
  const quin = await join('Quin Quill')
  const first = await enter('quin.quill@example.com')
  const row = await sqlOf(identity)
    .selectFrom('token')
    .selectAll()
    .where('id', '=', first.tokenId)
    .executeTakeFirstOrThrow()
  const more = Array.from({ length: 49 }, (_, index) => ({ ...row, id: `${row.id}${String(index).padStart(2, '0')}` }))
  await sqlOf(identity).insertInto('token').values(more).execute()
  const events = await identity.eventsDuring(() => enter('quin.quill@example.com'))
  expect(events.flatMap(({ type, key }) => (type === 'identity.token.removed.v1' ? [key] : []))).toEqual([
    first.tokenId,
  ])
  const { body } = await identity.call(operations.listAccessTokensForAuthenticatedUser, { as: quin })
  expect(body.count).toBe(50)
})

test('a page shows what the provider says as text, and may run or load nothing', async () => {
  await update({ title: '<script>alert(1)</script>' })
  await join('Rex Roe')
  const page = await browser.signIn({ name: 'rex.roe@example.com' })
  expect(page.body).not.toContain('<script>')
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  await update({ title: 'Engines & Sons' })
})

test('codes and answers are forgotten when they have expired, and not before', async () => {
  await join('Sam Sly')
  const sql = sqlOf(identity)
  const left = async () => [
    (await sql.selectFrom('sign_in_code').select('hash').execute()).length,
    (await sql.selectFrom('saml_answer').select('request_id').execute()).length,
  ]
  const inHours = (hours: number) => new Date(Date.now() + hours * 3600_000)
  await deleteExpiredSignIns(sql, inHours(2))
  await browser.code({ name: 'sam.sly@example.com' })
  await deleteExpiredSignIns(sql, inHours(0))
  expect(await left()).toEqual([1, 1])
  await deleteExpiredSignIns(sql, inHours(1))
  expect(await left()).toEqual([0, 0])
})

test('accounts that sign in first from one address have one origin, which is not the address', async () => {
  const origins: (string | null)[] = []
  for (const [name, address] of [
    ['uma', '203.0.113.20'],
    ['vic', '203.0.113.20'],
    ['wes', '203.0.113.21'],
  ] as const) {
    const { userId } = await enter(`${name}@engines.example`, browserAt(sso, address))
    const person = sqlOf(identity).selectFrom('user').select('origin').where('id', '=', userId)
    origins.push((await person.executeTakeFirstOrThrow()).origin)
  }
  expect(origins).toEqual([origins[0], origins[0], origins[2]])
  expect(new Set(origins).size).toBe(2)
  for (const origin of origins) expect(origin).toMatch(/^[\w-]{22}$/)
})

test('the page leads on to the console, where the code makes a session of this organization instead of a token, once', async () => {
  const page = await browser.signIn({ name: 'consoled@engines.example' })
  const code = codeOn(page)
  expect(addressOn(page)).toBe(`http://docs.example.com/sign-in/${code}`)
  const inConsole = (operation: Operation) =>
    identity.call(operation, { as: { ...nobody, address: '203.0.113.9' }, body: { token: code } })
  expect((await inConsole(operations.getSignInLinkPurpose)).body).toEqual({
    ...{ email: 'consoled@engines.example', organization: { id: organizationId, title: 'Engines & Sons' }, next: null },
  })
  const answers = await Promise.all([inConsole(operations.signInWithLink), inConsole(operations.signInWithLink)])
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 400])
  expect((await exchange(identity, code)).status).toBe(400)
  const { body } = answers.find(({ status }) => status === 201) ?? answers[0]
  expect(body).toMatchObject({ method: 'saml', organization: organizationId })
  expect((Date.parse(body.expiresAt) - Date.parse(body.createdAt)) / 3600_000).toBeCloseTo(12, 2)
  const { id: certified } = sso
  const row = () => sqlOf(identity).selectFrom('token').selectAll().where('id', '=', body.id).executeTakeFirstOrThrow()
  expect(await row()).toMatchObject({ kind: 'saml', provider_id: certified, revoked_at: null })
  await changeProvider({ entityID: 'https://another.example/entity' })
  expect((await row()).revoked_at).not.toBeNull()
})
