import type { Element } from '@xmldom/xmldom'
import {
  assertionNs,
  childrenOf,
  everyElement,
  isNamed,
  parseXml,
  protocolNs,
  signatureNs,
  textOf,
} from './elements.ts'
import { demand, Rejection } from './rejection.ts'

/** All that a signature may be made with: SHA-1 is not in it, nor any transformation that leaves parts out. */
const algorithms = new Set([
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
  'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1',
  'http://www.w3.org/2001/04/xmlenc#sha256',
  'http://www.w3.org/2001/04/xmlenc#sha512',
  'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
  'http://www.w3.org/2001/10/xml-exc-c14n#',
  'http://www.w3.org/2001/10/xml-exc-c14n#WithComments',
])
const success = 'urn:oasis:names:tc:SAML:2.0:status:Success'

/** Whom a response must come from, and where it must be meant to go. */
export interface Parties {
  /** The provider's entity id. */
  issuer: string
  /** Our own, for this provider. */
  acsURL: string
}

/** What may be read of a response before its signature is checked: nothing of who signs in. */
export interface UnverifiedResponse {
  xml: string
  /** The request it claims to answer. */
  requestId: string
}

/**
 * Reads a response as a browser brings it and refuses every form but the plain one: one assertion, unencrypted, with
 * a signature of its own by allowed means, in a response that says success. Whatever an attacker wraps, moves or
 * doubles has another form. Throws a Rejection.
 */
export function readResponse(encoded: string, parties: Parties): UnverifiedResponse {
  const xml = decode(encoded)
  const root = parseXml(xml)
  demand(isNamed(root, protocolNs, 'Response'), 'it is no SAML response')
  const elements = everyElement(root)
  demandPlain(elements)
  demandSuccess(root)
  demandSignedAssertion(root, elements)
  demandParties(root, parties)
  return { xml, requestId: root.getAttribute('InResponseTo') ?? '' }
}

function decode(encoded: string): string {
  const text = encoded.replaceAll(/\s/g, '')
  demand(/^[A-Za-z0-9+/]+={0,2}$/.test(text), 'it is not base64')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(text, 'base64'))
  } catch {
    throw new Rejection('it is not UTF-8')
  }
}

/** Nothing is encrypted, and nothing asks for other algorithms, wherever that stands. */
function demandPlain(elements: Element[]) {
  for (const { localName, attributes } of elements) {
    demand(!localName?.startsWith('Encrypted'), 'it is encrypted, which is not supported')
    for (const { localName: name, value } of attributes) {
      demand(name !== 'Algorithm' || algorithms.has(value), `it uses the algorithm ${value.slice(0, 100)}`)
    }
  }
}

function demandSuccess(root: Element) {
  const [status] = childrenOf(root, protocolNs, 'Status')
  const codes = status ? childrenOf(status, protocolNs, 'StatusCode') : []
  const value = codes[0]?.getAttribute('Value') ?? 'none'
  demand(codes.length === 1 && value === success, `its status is ${value.slice(0, 100)}`)
}

/** Names alone are looked for, not namespaces: a second assertion in another one is one too many as well. */
function demandSignedAssertion(root: Element, elements: Element[]) {
  const assertions = elements.filter((one) => one.localName === 'Assertion')
  const [assertion] = childrenOf(root, assertionNs, 'Assertion')
  demand(
    assertion !== undefined && assertions.length === 1 && assertions[0] === assertion,
    'it has not exactly one assertion in its place',
  )
  const own = childrenOf(assertion, signatureNs, 'Signature')
  const outer = childrenOf(root, signatureNs, 'Signature')
  demand(own.length === 1, 'its assertion has not exactly one signature')
  const signatures = elements.filter((one) => one.localName === 'Signature')
  demand(outer.length <= 1 && signatures.length === own.length + outer.length, 'it has signatures out of place')
}

/** What the response says of itself is signed at most by the way, but where it says something it must be right. */
function demandParties(root: Element, { issuer, acsURL }: Parties) {
  const destination = root.getAttribute('Destination')
  demand(destination === null || destination === acsURL, 'it is meant for another destination')
  const issuers = childrenOf(root, assertionNs, 'Issuer')
  demand(issuers.length <= 1, 'it names several issuers')
  demand(issuers.length === 0 || textOf(issuers[0]) === issuer, 'it comes from another issuer')
}
