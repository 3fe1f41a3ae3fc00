import type { Element } from '@xmldom/xmldom'
import { demand } from './rejection.ts'
import type { Parties } from './saml-response.ts'
import { assertionNs, childrenOf, elementsIn, isNamed, parseXml, textOf } from './xml-elements.ts'

/** Tolerated difference to the provider's clock. */
export const clockSkewMs = 60_000

/** Requirements on an assertion that the library does not check. */
interface ExpectedAssertion extends Parties {
  /** Id of the answered request. */
  requestId: string
}

const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'
const knownConditions = ['AudienceRestriction', 'OneTimeUse', 'ProxyRestriction']

/**
 * Reads an assertion of which every byte is signed. Makes the checks that the browser SSO profile requires (SAML 2.0
 * profiles, section 4.1.4.3) and the library omits: issuer, recipient, answered request and expiry. Throws a Rejection.
 */
export function readAssertion(
  signedXml: string,
  expected: ExpectedAssertion,
): { assertion: Element; sessionEndsAt: Date | null } {
  const assertion = parseXml(signedXml)
  demand(isNamed(assertion, assertionNs, 'Assertion'), 'what is signed is no assertion')
  demand(textOf(only(assertion, 'Issuer')) === expected.issuer, 'its assertion comes from another issuer')
  const confirmations = childrenOf(only(assertion, 'Subject'), assertionNs, 'SubjectConfirmation')
  demand(
    confirmations.some((one) => confirms(one, expected)),
    'its assertion does not confirm the subject to us, for this request and now',
  )
  const isKnown = (condition: Element) => knownConditions.some((name) => isNamed(condition, assertionNs, name))
  demand(elementsIn(only(assertion, 'Conditions')).every(isKnown), 'its assertion has a condition that is not known')
  return { assertion, sessionEndsAt: sessionEnd(assertion) }
}

function only(parent: Element, name: string): Element {
  const [found, ...others] = childrenOf(parent, assertionNs, name)
  demand(found !== undefined && others.length === 0, `its assertion has not exactly one ${name}`)
  return found
}

/** True if the confirmation accepts the bearer as subject: sent to Quire, in answer to this request, in time. */
function confirms(confirmation: Element, { acsURL, requestId }: ExpectedAssertion): boolean {
  const [data, ...others] = childrenOf(confirmation, assertionNs, 'SubjectConfirmationData')
  if (!data || others.length > 0 || confirmation.getAttribute('Method') !== bearer) return false
  const now = Date.now()
  const begins = data.getAttribute('NotBefore')
  return (
    data.getAttribute('Recipient') === acsURL &&
    data.getAttribute('InResponseTo') === requestId &&
    Date.parse(data.getAttribute('NotOnOrAfter') ?? '') + clockSkewMs > now &&
    (begins === null || Date.parse(begins) - clockSkewMs <= now)
  )
}

/** Returns the end of the session, if the provider limits it; otherwise null. */
function sessionEnd(assertion: Element): Date | null {
  const statements = childrenOf(assertion, assertionNs, 'AuthnStatement')
  demand(statements.length > 0, 'its assertion does not say that anybody signed in')
  const ends = statements.flatMap((one) => one.getAttribute('SessionNotOnOrAfter') ?? []).map((end) => Date.parse(end))
  if (ends.length === 0) return null
  const first = Math.min(...ends)
  demand(first > Date.now(), 'its session is over')
  return new Date(first)
}
