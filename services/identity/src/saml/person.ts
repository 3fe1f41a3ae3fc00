import { Email } from '@quire/contracts'
import type { Element } from '@xmldom/xmldom'
import { demand } from './rejection.ts'
import { assertionNs, childrenOf, textOf } from './xml-elements.ts'

/** The person who signs in, as the provider describes them. */
export interface Person {
  /** Normalized by contracts' `Email`. */
  email: string
  displayName: string
}

const claims = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims'
/** Attribute names of an address; the first present one counts. */
const addressNames = [
  'email',
  'mail',
  'emailAddress',
  'urn:oid:0.9.2342.19200300.100.1.3',
  'urn:oid:1.2.840.113549.1.9.1',
  `${claims}/emailaddress`,
]
const displayNames = [
  'displayName',
  'name',
  'cn',
  'urn:oid:2.16.840.1.113730.3.1.241',
  'urn:oid:2.5.4.3',
  'http://schemas.microsoft.com/identity/claims/displayname',
]
const firstNames = ['firstName', 'givenName', 'urn:oid:2.5.4.42', `${claims}/givenname`]
const lastNames = ['lastName', 'surname', 'sn', 'urn:oid:2.5.4.4', `${claims}/surname`]
const maxNameLength = 64

/** Formats of a name identifier that may be an address. In other formats a text that looks like an address is none. */
const addressFormats = [
  'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
  'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
]

/** Reads the subject of an assertion. Throws a Rejection if it gives no address, or several under one name. */
export function readPerson(assertion: Element): Person {
  const attributes = attributesOf(assertion)
  const first = (names: string[]) => names.map((name) => attributes.get(name.toLowerCase())).find(Boolean) ?? []
  const addresses = first(addressNames)
  demand(addresses.length <= 1, 'its assertion gives several e-mail addresses')
  const address = Email.safeParse(addresses[0] ?? nameOf(assertion))
  demand(address.success, 'its assertion gives no e-mail address')
  const email = address.data
  const parts = [first(firstNames)[0], first(lastNames)[0]].filter(Boolean).join(' ')
  const name = first(displayNames)[0] ?? (parts || email.slice(0, email.lastIndexOf('@')))
  return { email, displayName: name.replaceAll(/\s+/g, ' ').slice(0, maxNameLength).toWellFormed() }
}

/** Returns the values of attributes by lower-cased name, without empty values. */
function attributesOf(assertion: Element): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const statement of childrenOf(assertion, assertionNs, 'AttributeStatement')) {
    for (const attribute of childrenOf(statement, assertionNs, 'Attribute')) {
      const name = attribute.getAttribute('Name')?.toLowerCase() ?? ''
      const values = childrenOf(attribute, assertionNs, 'AttributeValue').map(textOf).filter(Boolean)
      if (values.length > 0) found.set(name, [...new Set([...(found.get(name) ?? []), ...values])])
    }
  }
  return found
}

/** Returns the name identifier, if it may be an address. */
function nameOf(assertion: Element): string | undefined {
  const [subject] = childrenOf(assertion, assertionNs, 'Subject')
  const [name, ...others] = subject ? childrenOf(subject, assertionNs, 'NameID') : []
  const format = name?.getAttribute('Format') ?? addressFormats[0] ?? ''
  return name && others.length === 0 && addressFormats.includes(format) ? textOf(name) : undefined
}
