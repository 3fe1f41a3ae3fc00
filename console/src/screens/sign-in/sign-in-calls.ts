import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import type { Invited } from './wanted-organization.ts'

/** The ways of signing in that this installation offers, and the single sign-on of an organization. */
export const methodsQuery = (organization: string | undefined) =>
  queryOptions({
    queryKey: ['sign-in-methods', organization],
    queryFn: ({ signal }) => api.get('/v1/sign-in/methods', { query: { organization }, signal }),
  })

/** Mails a code and a link, which leads to `next`, to an address; the answer is the same whether it is somebody's or not. */
export const sendMail = (body: { email: string; next?: string }) => api.post('/v1/sign-in/mails', { body })

export const sendCode = (body: { id: string; code: string }) => api.post('/v1/sign-in/codes', { body })

export const sendLink = (token: string) => api.post('/v1/sign-in/links', { body: { token } })

/** Begins a sign-in with the installation's OpenID Connect provider; answers where the browser goes. */
export const beginWithProvider = () => api.post('/v1/sign-in/oidc')

/** Ends it with what the provider sent the browser back with; `next` is where the person wants to go. */
export const endWithProvider = (body: { code: string; state: string; iss?: string; next?: string }) =>
  api.post('/v1/sign-in/oidc/responses', { body })

/** Whom a link signs in; asking does not use it up. */
export const purposeQuery = (token: string) =>
  queryOptions({
    queryKey: ['sign-in-link', token],
    queryFn: ({ signal }) => api.post('/v1/sign-in/links/purpose', { body: { token }, signal }),
  })

/** The organization of an invite link, which its holder may know before they sign in. */
export const inviteQuery = (invite: Invited | undefined) =>
  queryOptions({
    queryKey: ['invite', invite],
    queryFn: ({ signal }) => api.post('/v1/sign-in/invites/purpose', { body: invite ?? none, signal }),
    enabled: invite !== undefined,
  })

const none = { organization: '', invite: '' }
