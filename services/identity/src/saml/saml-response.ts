import type { Element } from '@xmldom/xmldom'
import { demand, Rejection } from './rejection.ts'
import {
  assertionNs,
  childrenOf,
  everyElement,
  isNamed,
  parseXml,
  protocolNs,
  signatureNs,
  textOf,
} from './xml-elements.ts'

/** Algorithms that a signature may use: no SHA-1, and no transformation that leaves parts out. */
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

/** The required sender and destination of a response. */
export interface Parties {
  /** The provider's entity id. */
  issuer: string
  /** Quire's address for responses of this provider. */
  acsURL: string
}

/** The part of a response that may be read before its signature is checked, which excludes the person. */
interface UnverifiedResponse {
  xml: string
  /** Id of the request that the response claims to answer. */
  requestId: string
}

/**
 * Parses a response from a browser and rejects every form except the plain one: a successful response with one assertion
 * that is not encrypted and has its own signature by allowed algorithms. A response that an attacker wrapped, moved or
 * duplicated has another form. Throws a Rejection.
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

/** Rejects encrypted elements and other algorithms. */
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

/** Requires one signed assertion. Compares names without namespaces, to reject a second assertion in another namespace. */
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

/** Checks the response's own sender and destination, which need not be signed or present, but must be right if present. */
function demandParties(root: Element, { issuer, acsURL }: Parties) {
  const destination = root.getAttribute('Destination')
  demand(destination === null || destination === acsURL, 'it is meant for another destination')
  const issuers = childrenOf(root, assertionNs, 'Issuer')
  demand(issuers.length <= 1, 'it names several issuers')
  demand(issuers.length === 0 || textOf(issuers[0]) === issuer, 'it comes from another issuer')
}
