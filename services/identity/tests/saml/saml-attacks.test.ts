import { afterAll, beforeAll, expect, jest, test } from '@jest/globals'
import { identityOperations as operations } from '@quire/contracts'
import { type AnswerOptions, identityProvider, type TestIdentityProvider } from '@quire/world/identity-provider'
import type { ServiceTest } from '@quire/world/service-test'
import { addMember, addOrganization, addPerson, sqlOf, startIdentity } from '../support.ts'
import { addProvider, addressOn, browserAt, nobody, reasonsDuring, type Sso, tampered } from './saml-support.ts'

let identity: ServiceTest
let idp: TestIdentityProvider
let ada: string
let organizationId: string
let sso: Sso
let browser: ReturnType<typeof browserAt>
beforeAll(async () => {
  identity = await startIdentity()
  idp = await identityProvider('okta')
  ada = await addPerson(identity, 'Ada Lovelace')
  organizationId = await addOrganization(identity, ada)
  await addMember(identity, { admin: ada, organizationId, name: 'Bea Bell', role: 'read' })
  sso = await addProvider(identity, { admin: ada, organizationId, idp })
  browser = browserAt(sso)
})
afterAll(() => identity.stop())

const bea = { name: 'bea.bell@example.com' }
/** The person whom an attacker wants to impersonate. */
const admin = 'ada.lovelace@example.com'

/** Expects the common refusal, with this reason in the log only. */
async function refused(post: () => ReturnType<typeof browser.post>, reason: string | RegExp) {
  const codes = () => sqlOf(identity).selectFrom('sign_in_code').select('hash').execute()
  const before = await codes()
  const reasons = await reasonsDuring(identity, async () => {
    const { status, body } = await post()
    expect(status).toBe(400)
    expect(body).toContain('The answer of the identity provider cannot be accepted.')
    expect(body).toContain(`/saml/${sso.id}/start`)
  })
  expect(reasons).toEqual([expect.stringMatching(reason)])
  expect(await codes()).toEqual(before)
}

test('the answers that are tampered with below are accepted as they come from the provider', async () => {
  expect((await browser.signIn(bea)).status).toBe(200)
  expect((await browser.signIn(bea, { signs: 'both' })).status).toBe(200)
  expect((await browser.signIn(bea, { hash: 'sha512' })).status).toBe(200)
})

const signature = /<ds:Signature[\s\S]*?<\/ds:Signature>/
const assertionIn = (xml: string) => xml.match(/<saml:Assertion[\s\S]*<\/saml:Assertion>/)?.[0] ?? ''
/** Returns the assertion with another id, without a signature, about the administrator. */
const forged = (assertion: string) =>
  assertion
    .replace(signature, '')
    .replace(/ID="[^"]+"/, 'ID="_forged"')
    .replace(bea.name, admin)
const inResponse = (xml: string, content: string) => xml.replace(assertionIn(xml), () => content)

test.each<[string, (xml: string) => string, string]>([
  ['no signature', (xml) => xml.replace(signature, ''), 'not exactly one signature'],
  ['another name than was signed', (xml) => xml.replace(bea.name, admin), 'Invalid signature'],
  [
    "another name in the digest's stead",
    (xml) => xml.replace(/<ds:DigestValue>[^<]*/, '<ds:DigestValue>AAAA'),
    'Invalid signature',
  ],
  [
    'a forged assertion before the signed one',
    (xml) => inResponse(xml, forged(assertionIn(xml)) + assertionIn(xml)),
    'one assertion',
  ],
  [
    'a forged assertion after the signed one',
    (xml) => inResponse(xml, assertionIn(xml) + forged(assertionIn(xml))),
    'one assertion',
  ],
  [
    'a forged assertion around the signed one',
    (xml) =>
      inResponse(xml, forged(assertionIn(xml)).replace('</saml:Assertion>', `${assertionIn(xml)}</saml:Assertion>`)),
    'one assertion',
  ],
  [
    'a forged assertion that keeps the id',
    (xml) => inResponse(xml, assertionIn(xml).replace(signature, '').replace(bea.name, admin) + assertionIn(xml)),
    'one assertion',
  ],
  [
    'the signed assertion in the extensions',
    (xml) =>
      inResponse(xml, forged(assertionIn(xml))).replace(
        '<samlp:Status>',
        `<samlp:Extensions>${assertionIn(xml)}</samlp:Extensions><samlp:Status>`,
      ),
    'one assertion',
  ],
  [
    "the signed assertion in an object of a forged one's signature",
    (xml) => inResponse(xml, withSignatureOf(xml, `<ds:Object>${assertionIn(xml)}</ds:Object>`)),
    'one assertion',
  ],
  ['the signed response in a forged one', (xml) => forgedAround(xml), 'one assertion'],
  [
    'the forged one under another namespace',
    (xml) => inResponse(xml, `<e:Assertion xmlns:e="urn:evil">${admin}</e:Assertion>${assertionIn(xml)}`),
    'one assertion',
  ],
  [
    'the signed one beside the place of assertions',
    (xml) => inResponse(xml, `<samlp:Extensions>${assertionIn(xml)}</samlp:Extensions>`),
    'one assertion',
  ],
  ['two signatures of the assertion', (xml) => xml.replace(signature, (one) => one + one), 'not exactly one signature'],
  ['a signature moved out to the response', (xml) => moved(xml), 'not exactly one signature'],
  [
    'a signature somewhere else',
    (xml) => xml.replace('</saml:Subject>', `${xml.match(signature)?.[0]}</saml:Subject>`),
    'signatures out of place',
  ],
  ['a signature of nothing', (xml) => xml.replace(/URI="#[^"]+"/, 'URI=""'), 'Invalid signature|reference uri'],
  [
    'a second reference',
    (xml) => xml.replace(/<ds:Reference[\s\S]*<\/ds:Reference>/, (one) => one + one),
    'Invalid signature',
  ],
  [
    'the id twice',
    (xml) => xml.replace('<samlp:Status>', `<samlp:Status ID="${assertionIn(xml).match(/ID="([^"]+)"/)?.[1]}">`),
    'Invalid signature',
  ],
  [
    'another algorithm for the signature',
    (xml) => xml.replace('xmldsig-more#rsa-sha256', 'xmldsig-more#hmac-sha256'),
    'algorithm',
  ],
  [
    'a transformation that takes parts out',
    (xml) =>
      xml.replace(
        'http://www.w3.org/2001/10/xml-exc-c14n#"/></ds:Transforms>',
        'http://www.w3.org/TR/1999/REC-xpath-19991116"/></ds:Transforms>',
      ),
    'algorithm',
  ],
  ['a comment in the name', (xml) => xml.replace(bea.name, 'bea.bell@example.com<!---->.evil.example'), 'comment'],
  ['a document type', (xml) => `<!DOCTYPE r [<!ENTITY a "b">]>${xml}`, 'document type'],
  [
    'an entity that grows',
    (xml) => `<!DOCTYPE r [<!ENTITY a "${'x'.repeat(99)}"><!ENTITY b "&a;&a;&a;">]>${xml.replace(bea.name, '&b;')}`,
    'document type',
  ],
  ['an entity of its own', (xml) => xml.replace(bea.name, '&own;'), 'well-formed'],
  ['an instruction in the assertion', (xml) => xml.replace(bea.name, `${bea.name}<?evil?>`), 'Invalid signature'],
  ['a failure as its status', (xml) => xml.replace('status:Success', 'status:Responder'), 'its status is .*Responder'],
  ['no status', (xml) => xml.replace(/<samlp:Status>.*<\/samlp:Status>/, ''), 'its status is none'],
  [
    'another destination',
    (xml) => xml.replace(/Destination="[^"]+"/, 'Destination="https://other.example/acs"'),
    'another destination',
  ],
  [
    'another issuer of the response',
    (xml) => xml.replace(/<saml:Issuer[^>]*>[^<]*/, (one) => `${one}/other`),
    'another issuer',
  ],
  ['an answer to nothing', (xml) => xml.replace(/ InResponseTo="[^"]+"/, ''), 'no request of ours'],
  [
    'an answer to a made-up request',
    (xml) => xml.replace(/InResponseTo="[^"]+"/, `InResponseTo="_${'0'.repeat(104)}"`),
    'no request of ours',
  ],
  ['something behind it', (xml) => `${xml}<more/>`, 'well-formed'],
  ['another root', (xml) => `<root xmlns="urn:evil">${xml}</root>`, 'no SAML response'],
  [
    'nothing but the assertion',
    (xml) =>
      assertionIn(xml)
        .replace('<saml:Assertion', '<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"')
        .replace(/(xmlns:saml="[^"]+")([^>]*?)xmlns:saml="[^"]+"/, '$1$2'),
    'no SAML response',
  ],
  [
    'more parts than any',
    (xml) => xml.replace('<samlp:Status>', `${'<a/>'.repeat(6000)}<samlp:Status>`),
    'too many parts',
  ],
  [
    'more elements than any',
    (xml) => xml.replace('<samlp:Status>', `${'<a/>'.repeat(1200)}<samlp:Status>`),
    'too many elements',
  ],
  [
    'endless nesting',
    (xml) => xml.replace('<samlp:Status>', `${'<a>'.repeat(60)}${'</a>'.repeat(60)}<samlp:Status>`),
    'nested too deeply',
  ],
])('an answer with %s is refused', async (_, edit, reason) => {
  const response = tampered(await browser.answer(bea), edit)
  await refused(() => browser.post(response), new RegExp(reason))
})

/** Returns a forged assertion with the true signature, to which `more` is added. */
function withSignatureOf(xml: string, more: string): string {
  const own = (xml.match(signature)?.[0] ?? '').replace('</ds:Signature>', `${more}</ds:Signature>`)
  return forged(assertionIn(xml)).replace('</saml:Issuer>', `</saml:Issuer>${own}`)
}

/** Returns another response about the administrator, with the true one inside. */
function forgedAround(xml: string): string {
  const outer = inResponse(xml, forged(assertionIn(xml))).replace(/ID="[^"]+"/, 'ID="_outer"')
  return outer.replace('<samlp:Status>', `<samlp:Extensions>${xml}</samlp:Extensions><samlp:Status>`)
}

function moved(xml: string): string {
  const own = xml.match(signature)?.[0] ?? ''
  return xml.replace(own, '').replace('<samlp:Status>', `${own}<samlp:Status>`)
}

const soon = /NotOnOrAfter="[^"]+"/g
const ago = new Date(Date.now() - 10 * 60_000).toISOString()
const later = new Date(Date.now() + 10 * 60_000).toISOString()

test.each<[string, AnswerOptions, string]>([
  [
    'for another audience',
    { edit: (xml) => xml.replace(/<saml:Audience>[^<]*/, '<saml:Audience>https://other.example') },
    'audience',
  ],
  [
    'for no audience',
    { edit: (xml) => xml.replace(/<saml:AudienceRestriction>.*<\/saml:AudienceRestriction>/, '') },
    'Audience',
  ],
  [
    'for another recipient',
    { edit: (xml) => xml.replace(/Recipient="[^"]+"/, 'Recipient="https://other.example/acs"') },
    'confirm',
  ],
  ['for no recipient', { edit: (xml) => xml.replace(/ Recipient="[^"]+"/, '') }, 'confirm'],
  [
    'in answer to another request than its response',
    { edit: (xml) => xml.replace(/(<saml:SubjectConfirmationData[^>]*InResponseTo=")[^"]+/, '$1_other') },
    'confirm',
  ],
  [
    'in answer to no request',
    { edit: (xml) => xml.replace(/(<saml:SubjectConfirmationData[^>]*) InResponseTo="[^"]+"/, '$1') },
    'confirm',
  ],
  ['to whoever holds a key', { edit: (xml) => xml.replace('cm:bearer', 'cm:holder-of-key') }, 'confirm'],
  [
    'without a confirmation',
    { edit: (xml) => xml.replace(/<saml:SubjectConfirmation .*<\/saml:SubjectConfirmation>/, '') },
    'confirm',
  ],
  [
    'that was to be confirmed before now',
    {
      edit: (xml) =>
        xml
          .replace(soon, `NotOnOrAfter="${ago}"`)
          .replace(/(<saml:Conditions.*?)NotOnOrAfter="[^"]+"/, `$1NotOnOrAfter="${later}"`),
    },
    'confirm',
  ],
  [
    'that never ends',
    { edit: (xml) => xml.replace(/(<saml:SubjectConfirmationData)[^>]*? Recipient/, '$1 Recipient') },
    'NotOnOrAfter',
  ],
  [
    'that has expired',
    { edit: (xml) => xml.replace(/(<saml:Conditions.*?)NotOnOrAfter="[^"]+"/, `$1NotOnOrAfter="${ago}"`) },
    'expired',
  ],
  [
    'that is not valid yet',
    { edit: (xml) => xml.replace(/NotBefore="[^"]+"/, `NotBefore="${later}"`) },
    'not yet valid',
  ],
  ['without conditions', { edit: (xml) => xml.replace(/<saml:Conditions.*<\/saml:Conditions>/, '') }, '.'],
  [
    'with a condition that nobody knows',
    { edit: (xml) => xml.replace('</saml:Conditions>', '<saml:Condition/></saml:Conditions>') },
    'condition that is not known',
  ],
  [
    'of another issuer than its response',
    { edit: (xml) => xml.replace(/(<saml:Assertion.*?<saml:Issuer>)[^<]*/, '$1https://other.example') },
    'another issuer',
  ],
  [
    'of somebody who never signed in',
    { edit: (xml) => xml.replace(/<saml:AuthnStatement.*<\/saml:AuthnStatement>/, '') },
    'anybody signed in',
  ],
  [
    'of a session that is over',
    { edit: (xml) => xml.replace('<saml:AuthnStatement ', `<saml:AuthnStatement SessionNotOnOrAfter="${ago}" `) },
    'session is over',
  ],
  [
    'about two subjects',
    { edit: (xml) => xml.replace(/<saml:Subject>.*<\/saml:Subject>/, (one) => one + one.replace(bea.name, admin)) },
    'exactly one Subject',
  ],
  ['that is not signed, in a response that is', { signs: 'response' }, 'not exactly one signature'],
  ['signed with SHA-1', { hash: 'sha1' }, 'algorithm'],
])('an assertion %s is refused though the provider signed it', async (_, manner, reason) => {
  const response = await browser.answer(bea, manner)
  await refused(() => browser.post(response), reason)
})

test("a response's signature does not stand in for one of the assertion that is wrong", async () => {
  const other =
    Buffer.from(await browser.answer(bea), 'base64')
      .toString()
      .match(signature)?.[0] ?? ''
  const edit = (xml: string) => xml.replace('</saml:Issuer><saml:Subject>', `</saml:Issuer>${other}<saml:Subject>`)
  const response = await browser.answer({ name: admin }, { signs: 'response', edit })
  await refused(() => browser.post(response), 'Invalid signature')
})

test('an encrypted assertion is refused as such', async () => {
  const response = await browser.answer(bea, { encryptFor: idp.settings.certificate })
  await refused(() => browser.post(response), 'encrypted')
})

test('a comment that the provider itself signs does not cut an address short', async () => {
  const edit = (xml: string) => xml.replace(bea.name, `${admin}<!---->.evil.example`)
  const response = await browser.answer(bea, { edit })
  await refused(() => browser.post(response), 'comment')
  const cdata = await browser.answer(bea, { edit: (xml) => xml.replace(bea.name, `${admin}<![CDATA[.evil.example]]>`) })
  const { status, body } = await browser.post(cdata)
  expect([status, body]).toEqual([403, expect.stringContaining(`${admin}.evil.example`)])
})

test('the same answer counts once: not a second time, and for one of several at the same time', async () => {
  const first = await browser.answer(bea)
  expect((await browser.post(first)).status).toBe(200)
  await refused(() => browser.post(first), 'answered before')
  const second = await browser.answer(bea)
  const answers = await Promise.all(Array.from({ length: 6 }, () => browser.post(second)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400, 400])
})

test('one request has one answer, whatever the second says', async () => {
  const address = addressOn(await browser.start())
  const metadata = await browser.metadata()
  expect((await browser.post(await idp.answer(address, metadata, bea))).status).toBe(200)
  const again = await idp.answer(address, metadata, bea)
  await refused(() => browser.post(again), 'answered before')
})

test('an answer that comes too late is refused', async () => {
  const response = await browser.answer(bea)
  const late = Date.now() + 11 * 60_000
  const clock = jest.spyOn(Date, 'now').mockImplementation(() => late)
  await refused(() => browser.post(response), 'came too late').finally(() => clock.mockRestore())
})

test('another key signs in nobody, though it says it is the provider', async () => {
  const impostor = await identityProvider('okta')
  const response = await browserAt({ ...sso, idp: impostor }).answer(bea)
  await refused(() => browser.post(response), 'Invalid signature')
})

test('providers do not answer for each other: neither of one organization nor of two', async () => {
  const other = await identityProvider('other')
  const elsewhere = await addOrganization(identity, ada, 'Elsewhere')
  for (const home of [organizationId, elsewhere]) {
    const second = browserAt(await addProvider(identity, { admin: ada, organizationId: home, idp: other }))
    // Meant for the other provider's address.
    const theirs = await second.answer(bea)
    await refused(() => browser.post(theirs), 'another destination')
    // For our address, in answer to our request, by the other provider.
    const posing = await browserAt({ ...sso, idp: other }).answer(bea)
    await refused(() => browser.post(posing), 'another issuer')
    // By our provider, for our address, in answer to the other's request.
    const metadata = await browser.metadata()
    const address = addressOn(await second.start())
    const crossed = await idp.answer(address, metadata, bea)
    await refused(() => browser.post(crossed), 'no request of ours')
  }
})

test('one provider that two organizations share signs in to the one that was asked for', async () => {
  const elsewhere = await addOrganization(identity, ada, 'Sharing')
  const shared = browserAt(await addProvider(identity, { admin: ada, organizationId: elsewhere, idp }))
  const theirs = await shared.answer({ name: admin })
  await refused(() => browser.post(theirs), 'another destination')
  const undirected = tampered(theirs, (xml) => xml.replace(/ Destination="[^"]+"/, ''))
  await refused(() => browser.post(undirected), 'no request of ours')
  expect((await shared.post(theirs)).status).toBe(200)
})

test('an answer that comes after the provider was deleted, or to a wrong address, finds nothing', async () => {
  const removed = await addProvider(identity, { admin: ada, organizationId, idp: await identityProvider('gone') })
  const response = await browserAt(removed).answer(bea)
  const elsewhere = await addOrganization(identity, ada, 'Elsewhere')
  expect((await browserAt({ ...removed, organizationId: elsewhere }).post(response)).status).toBe(404)
  const params = { organizationId, samlProviderId: removed.id }
  await identity.call(operations.deleteOrganizationSAMLProvider, { as: ada, params })
  const { status, headers } = await browserAt(removed).post(response)
  expect([status, headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
})

test('what is no response at all is refused as a page', async () => {
  for (const [response, reason] of [
    ['%%%', 'base64'],
    ['bm9uZQ==', 'well-formed'],
    ['//79', 'UTF-8'],
  ] as const) {
    await refused(() => browser.post(response), reason)
  }
  const { status, headers } = await browser.post('A'.repeat(500_001))
  expect([status, headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8'])
  const huge = await identity.call(operations.acceptSAMLResponse, {
    as: nobody,
    params: { organizationId, samlProviderId: sso.id },
    body: `SAMLResponse=${'A'.repeat(1_100_000)}`,
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  })
  expect(huge.status).toBe(413)
})

test('a relay state leads nowhere', async () => {
  const { status, headers, body } = await browser.post(await browser.answer(bea), {
    RelayState: 'https://evil.example',
  })
  expect([status, headers.get('location')]).toEqual([200, null])
  expect(body).not.toContain('evil')
})

test('beginning a sign-in keeps nothing, however often', async () => {
  const count = async () => (await sqlOf(identity).selectFrom('saml_answer').select('request_id').execute()).length
  const before = await count()
  await Promise.all(Array.from({ length: 20 }, () => browser.start()))
  expect(await count()).toBe(before)
})
