import { queryOptions } from '@tanstack/react-query'
import { api } from '../api/client.ts'

/** Returns the domain of an address. */
export const domainOf = (email: string) => email.slice(email.lastIndexOf('@') + 1)

/** The organizations that a person may join because of the domain of their address. */
export const joinableQuery = (email: string | undefined) =>
  queryOptions({
    queryKey: ['joinable-organizations', email],
    enabled: email !== undefined,
    async queryFn({ signal }) {
      const params = { emailDomain: domainOf(email ?? '') }
      const { organizations } = await api.get('/v1/email-domains/{emailDomain}/orgs', { params, signal })
      // The person's own are among them. One that demands single sign-on is joined at its provider alone.
      return organizations.filter(({ permissions, sso }) => !permissions.access && !sso)
    },
  })
