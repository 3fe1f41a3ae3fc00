import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { identityOperations as operations } from '@quire/contracts'
import type { As, ServiceTest } from '@quire/world/service-test'
import { addMember, addOrganization, addPerson, sqlOf, startIdentity } from '../support.ts'

let identity: ServiceTest
let ada: string
beforeAll(async () => {
  identity = await startIdentity()
  ada = await addPerson(identity, 'Ada Lovelace')
})
afterAll(() => identity.stop())

const join = (as: As, organizationId: string) =>
  identity.call(operations.joinOrganization, { as, params: { organizationId } })
const find = (as: As, emailDomain: string) =>
  identity.call(operations.getOrganizationsForEmailDomain, { as, params: { emailDomain } })
const found = async (as: As, domain: string) =>
  (await find(as, domain)).body.organizations.map((one: { id: string }) => one.id)
const member = (userId: string, organizationId: string) =>
  identity.call(operations.getMemberInOrganizationById, { as: ada, params: { organizationId, userId } })
const update = (organizationId: string, body: object) =>
  identity.call(operations.updateOrganizationById, { as: ada, params: { organizationId }, body })
const disable = (userId: string, organizationId: string) =>
  identity.call(operations.updateMemberInOrganizationById, {
    as: ada,
    params: { organizationId, userId },
    body: { disabled: true },
  })

/** Creates an organization of Ada that these domains may join. */
async function openTo(emailDomains: string[], settings: object = {}) {
  const id = await addOrganization(identity, ada, `Open to ${emailDomains}`)
  await update(id, { emailDomains, ...settings })
  return id
}

const unknown = async (as: As) => (await join(as, 'nowhere')).body

test('an address of the domain joins with the default role, once however often at the same time', async () => {
  const id = await openTo(['elsewhere.example', 'joining.example'], { defaultRole: 'comment' })
  const jo = await addPerson(identity, 'Jo@JOINING.Example')
  const events = await identity.eventsDuring(async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => join(jo, id)))
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(204))
  })
  const saved = events.filter(({ type }) => type === 'identity.member.saved.v1')
  expect(saved).toMatchObject([{ data: { userId: jo, role: 'comment' } }])
  expect((await member(jo, id)).body.role).toBe('comment')
})

test('where the default is no role, whoever joins is a guest', async () => {
  const id = await openTo(['guests.example'], { defaultRole: null })
  const gus = await addPerson(identity, 'gus@guests.example')
  expect((await join(gus, id)).status).toBe(204)
  expect((await member(gus, id)).body.role).toBeNull()
})

test.each([
  ['a subdomain', 'eve@sub.exact.example'],
  ['a longer name', 'eve@notexact.example'],
  ['the domain in the local part', 'exact.example@evil.example'],
  ['a longer ending', 'eve@exact.example.evil.example'],
])('with an address of %s there is no such organization', async (_, email) => {
  const id = await openTo(['exact.example'])
  const eve = await addPerson(identity, email)
  const { status, body } = await join(eve, id)
  expect([status, body]).toEqual([404, await unknown(eve)])
  expect(await found(eve, 'exact.example')).toEqual([])
})

test('members stay as they are, whatever their address; who is disabled sees no organization', async () => {
  const id = await openTo(['stay.example'], { defaultRole: 'create' })
  const rex = await addMember(identity, { admin: ada, organizationId: id, name: 'Rex Reader', role: 'read' })
  expect((await join(rex, id)).status).toBe(204)
  expect((await member(rex, id)).body.role).toBe('read')
  const dan = await addPerson(identity, 'dan@stay.example')
  await join(dan, id)
  await disable(dan, id)
  const { status, body } = await join(dan, id)
  expect([status, body]).toEqual([404, await unknown(dan)])
  expect((await member(dan, id)).body.disabled).toBe(true)
  expect(await found(dan, 'stay.example')).toEqual([])
})

test('an organization that demands single sign-on says where, instead of letting in', async () => {
  const id = await openTo(['signed.example'], { sso: true })
  const sue = await addPerson(identity, 'sue@signed.example')
  const without = await join(sue, id)
  expect([without.status, without.body.error.message]).toEqual([400, expect.stringContaining('no provider')])
  await sqlOf(identity).updateTable('organization').set({ saml_provider: 'idp' }).where('id', '=', id).execute()
  const { status, body } = await join(sue, id)
  const start = `http://docs.example.com/v1/orgs/${id}/saml/idp/start`
  expect([status, body.error.message]).toEqual([400, expect.stringContaining(start)])
  expect((await member(sue, id)).status).toBe(404)
  expect((await join(await addPerson(identity, 'out@other.example'), id)).status).toBe(404)
})

test('a token of one organization joins none and finds that one only', async () => {
  const [own, other] = [await openTo(['limited.example']), await openTo(['limited.example'])]
  const userId = await addPerson(identity, 'lim@limited.example')
  await join(userId, own)
  const limited = { userId, kind: 'saml', scope: 'full', organizationId: own } as const
  expect((await join(limited, other)).status).toBe(403)
  expect(await found(limited, 'limited.example')).toEqual([own])
  expect(await found(userId, 'limited.example')).toEqual([own, other])
})

test('the organizations of a domain are those one is in and those one may join, with one’s own permissions', async () => {
  const [own, open] = [await openTo(['finding.example']), await openTo(['finding.example', 'more.example'])]
  const fay = await addPerson(identity, 'fay@finding.example')
  await join(fay, own)
  const { status, body } = await find(fay, 'FINDING.example')
  expect([status, body.organizations.map((one: { id: string }) => one.id)]).toEqual([200, [own, open]])
  expect(body.organizations[0].permissions).toMatchObject({ view: true, access: true, listMembers: true, admin: false })
  expect(Object.values(body.organizations[1].permissions)).not.toContain(true)
  expect(body.organizations[1]).toMatchObject({
    object: 'organization',
    emailDomains: ['finding.example', 'more.example'],
  })
  expect(await found(fay, 'more.example')).toEqual([])
  expect(await found(ada, 'finding.example')).toEqual([own, open])
  expect(await found(await addPerson(identity, 'out@outside.example'), 'finding.example')).toEqual([])
})

test.each(['example', 'exa mple.com', '-.example.com', '\u212Aelvin.com', 'a'.repeat(300)])(
  '%s is no domain, and the answer names the parameter',
  async (domain) => {
    const { status, body } = await find(ada, domain)
    expect([status, body.error.message]).toEqual([400, expect.stringMatching(/^emailDomain: /)])
  },
)
