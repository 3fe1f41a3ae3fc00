import { samlify } from './samlify.ts'

/** A provider's claims about a person. */
export interface Claims {
  /** The name identifier. */
  name: string
  /** The last part of the name of the identifier's format. */
  nameFormat?: 'emailAddress' | 'unspecified'
  attributes?: Record<string, string | string[]>
  /** The end of the session at the provider. */
  sessionEndsAt?: Date
}

interface Answer {
  claims: Claims
  issuer: string
  audience: string
  acsURL: string
  requestId: string
}

const minuteMs = 60_000
const { replaceTagsByValue: fill } = samlify.SamlLib
const id = () => `_${crypto.randomUUID()}`
const assertionNs = 'urn:oasis:names:tc:SAML:2.0:assertion'

/** The response before it is signed, in the form of the profile for sign-in by browser. */
export function fillResponse({ claims, issuer, audience, acsURL, requestId }: Answer): string {
  const { name, nameFormat = 'emailAddress', attributes = {}, sessionEndsAt } = claims
  const now = Date.now()
  const template = `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="{ResponseId}" Version="2.0" IssueInstant="{Now}" Destination="{AcsURL}" InResponseTo="{RequestId}"><saml:Issuer xmlns:saml="${assertionNs}">{Issuer}</saml:Issuer><samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status><saml:Assertion xmlns:saml="${assertionNs}" ID="{AssertionId}" Version="2.0" IssueInstant="{Now}"><saml:Issuer>{Issuer}</saml:Issuer><saml:Subject><saml:NameID Format="urn:oasis:names:tc:SAML:1.1:nameid-format:{NameFormat}">{Name}</saml:NameID><saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData NotOnOrAfter="{Soon}" Recipient="{AcsURL}" InResponseTo="{RequestId}"/></saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="{Now}" NotOnOrAfter="{Soon}"><saml:AudienceRestriction><saml:Audience>{Audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions><saml:AuthnStatement AuthnInstant="{Now}" SessionNotOnOrAfter="{SessionEnd}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>${statementOf(attributes)}</saml:Assertion></samlp:Response>`
  return fill(template, {
    ResponseId: id(),
    AssertionId: id(),
    Now: new Date(now).toISOString(),
    Soon: new Date(now + 5 * minuteMs).toISOString(),
    SessionEnd: sessionEndsAt?.toISOString(),
    AcsURL: acsURL,
    RequestId: requestId,
    Issuer: issuer,
    Audience: audience,
    NameFormat: nameFormat,
    Name: name,
  })
}

function statementOf(attributes: NonNullable<Claims['attributes']>): string {
  const each = Object.entries(attributes).map(([name, values]) => {
    const elements = [values]
      .flat()
      .map((value) => fill('<saml:AttributeValue>{Value}</saml:AttributeValue>', { Value: value }))
    return fill(`<saml:Attribute Name="{Name}">${elements.join('')}</saml:Attribute>`, {
      Name: name,
    })
  })
  return each.length === 0 ? '' : `<saml:AttributeStatement>${each.join('')}</saml:AttributeStatement>`
}
