import { signedIn } from '../access-rules.ts'
import { operations } from '../operation.ts'
import { CustomHostname } from './custom-hostnames.ts'

/** The paths name no organization: the organization of the hostname's site is found first, then authorizes the caller. */
export const customHostnameOperations = operations('sites', {
  getCustomHostname: {
    method: 'GET',
    path: '/v1/custom-hostnames/{hostname}',
    summary: 'Get a hostname of a site, with what DNS must say of it',
    access: signedIn,
    replies: { 200: CustomHostname },
  },
  dnsRevalidateCustomHostname: {
    method: 'PATCH',
    path: '/v1/custom-hostnames/{hostname}',
    summary: 'Ask DNS for a hostname now',
    access: signedIn,
    audited: { target: 'custom-hostname', id: 'hostname' },
    replies: { 204: null },
  },
  removeCustomHostname: {
    method: 'DELETE',
    path: '/v1/custom-hostnames/{hostname}',
    summary: 'Take a hostname off its site',
    access: signedIn,
    audited: { target: 'custom-hostname', id: 'hostname' },
    replies: { 204: null, 205: null },
  },
})
