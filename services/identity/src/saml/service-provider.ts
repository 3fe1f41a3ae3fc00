import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { generateServiceProviderMetadata, SAML } from '@node-saml/node-saml'
import { samlService } from '@quire/contracts'
import { clockSkewMs, readAssertion } from './assertion.ts'
import { type Person, readPerson } from './person.ts'
import { Rejection } from './rejection.ts'
import type { ActiveProvider, ProviderRow } from './saml.rules.ts'
import { readResponse } from './saml-response.ts'

/**
 * Ids of sign-in requests prove themselves. Anybody may begin a sign-in, so nothing is stored of unfinished ones. An id is
 * an underscore, because XML demands a letter or underscore, then 16 random bytes, the second of its expiry, and a code
 * over both by the provider's key.
 */
const requestIdMinutes = 10

const requestIdShape = /^_([0-9a-f]{32})([0-9a-f]{8})([0-9a-f]{64})$/

const addressFormat = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'
const addressesOf = (row: ProviderRow, publicUrl: string) =>
  samlService(publicUrl, { organizationId: row.organization_id, id: row.id })

/** Returns the metadata document that the provider needs about Quire. */
export function metadataOf(row: ProviderRow, publicUrl: string): string {
  const { entityID, acsURL } = addressesOf(row, publicUrl)
  return generateServiceProviderMetadata({
    issuer: entityID,
    callbackUrl: acsURL,
    wantAssertionsSigned: true,
    identifierFormat: addressFormat,
    generateUniqueId: () => `_${row.id}`,
  })
}

/** Returns the provider's address to sign in at, with a new request. */
export function requestAddress(provider: ActiveProvider, publicUrl: string): Promise<string> {
  return library(provider, publicUrl, newRequestId(provider.request_key)).getAuthorizeUrlAsync('', undefined, {})
}

/** A sign-in that the provider vouches for. */
export interface SignIn {
  person: Person
  request: { id: string; expiresAt: Date }
  /** Present if the provider ends the session early. */
  sessionEndsAt: Date | null
}

/**
 * Verifies a response from a browser: its form; by the library, the signature with the provider's certificate, audience
 * and times; then the rest of the profile on the signed part. Throws a Rejection. The caller must check that the request
 * was not answered before.
 */
export async function verifySignIn(provider: ActiveProvider, publicUrl: string, encoded: string): Promise<SignIn> {
  const parties = { issuer: provider.entity_id, acsURL: addressesOf(provider, publicUrl).acsURL }
  const { xml, requestId } = readResponse(encoded, parties)
  const expiresAt = readRequestId(provider.request_key, requestId)
  if (!expiresAt) throw new Rejection('it answers no request of ours, or came too late')
  const signedXml = await signedAssertion(provider, publicUrl, xml)
  const { assertion, sessionEndsAt } = readAssertion(signedXml, { ...parties, requestId })
  return { person: readPerson(assertion), request: { id: requestId, expiresAt }, sessionEndsAt }
}

/** Returns the signed assertion of a response in canonical form: exactly the part that the signature covers. */
async function signedAssertion(provider: ActiveProvider, publicUrl: string, xml: string): Promise<string> {
  const saml = library(provider, publicUrl)
  const { profile } = await saml
    .validatePostResponseAsync({ SAMLResponse: Buffer.from(xml).toString('base64') })
    .catch((error: Error) => {
      throw new Rejection(error.message.slice(0, 200))
    })
  const signedXml = profile?.getAssertionXml?.()
  if (signedXml === undefined) throw new Rejection('it has no assertion')
  return signedXml
}

/** Configures the library. Requests are verified by their ids, not by the library's memory, which is per process. */
function library(provider: ActiveProvider, publicUrl: string, requestId = ''): SAML {
  const { entityID, acsURL } = addressesOf(provider, publicUrl)
  return new SAML({
    issuer: entityID,
    audience: entityID,
    callbackUrl: acsURL,
    entryPoint: provider.sso_url,
    idpCert: provider.certificate,
    idpIssuer: provider.entity_id,
    wantAssertionsSigned: true,
    // The assertion's own signature is required; the response may have another one.
    wantAuthnResponseSigned: false,
    acceptedClockSkewMs: clockSkewMs,
    // The provider decides about the kind of sign-in and the format of the name.
    disableRequestedAuthnContext: true,
    identifierFormat: null,
    generateUniqueId: () => requestId,
  })
}

/** Creates an id that is valid for ten minutes. */
function newRequestId(key: string): string {
  const expiresAt = Math.floor(Date.now() / 1000) + requestIdMinutes * 60
  const body = `${randomBytes(16).toString('hex')}${expiresAt.toString(16).padStart(8, '0')}`
  return `_${body}${codeOf(key, body)}`
}

/** Returns the expiry of an id; undefined if it has expired or was not created with this key. */
function readRequestId(key: string, id: string): Date | undefined {
  const [, random, expiry, code] = id.match(requestIdShape) ?? []
  if (random === undefined || expiry === undefined || code === undefined) return undefined
  const isOurs = timingSafeEqual(Buffer.from(code), Buffer.from(codeOf(key, `${random}${expiry}`)))
  const expiresAt = new Date(Number.parseInt(expiry, 16) * 1000)
  return isOurs && expiresAt.getTime() > Date.now() ? expiresAt : undefined
}

const codeOf = (key: string, body: string) => createHmac('sha256', key).update(body).digest('hex')
