import { inside, on, type Rows } from './row-types.ts'

export const siteHostnameRows: Rows = {
  getCustomHostname: { least: 'read', ok: 200, ...inside },
  dnsRevalidateCustomHostname: { least: 'admin', ok: 204, ...inside },
  removeCustomHostname: { least: 'admin', ok: 205, guest: 204, stranger: 204, given: on('hostname') },
  'updateSiteById with a hostname': {
    least: 'admin',
    ok: 200,
    ...inside,
    given: async ({ fresh }) => ({ params: await fresh('site'), body: { hostname: 'docs.acme.io' } }),
  },
  'updateSiteById with a proxy': {
    least: 'admin',
    ok: 200,
    ...inside,
    given: async ({ fresh }) => ({ params: await fresh('site'), body: { proxy: 'docs.acme.io/start' } }),
  },
}
