import { addressInside } from './inside.ts'

/** The message of an organization that demands single sign-on, with the address at which its members begin. */
const demand = /^This organization requires single sign-on: sign in at (\S+\/v1\/orgs\/([\w-]+)\/saml\/\S+) and\b/

interface SignOn {
  organizationId: string
  address: string
}

/** Returns where to begin the single sign-on that a refusal demands; undefined for any other, and for another host. */
export function signOnIn(message: string, here: { origin: string; base: string }): SignOn | undefined {
  const [, given = '', organizationId = ''] = demand.exec(message) ?? []
  const address = given.startsWith(here.origin) ? addressInside(given.slice(here.origin.length), here) : undefined
  return address === undefined ? undefined : { organizationId, address }
}
