import { z } from 'zod'
import { siteRole } from '../access-rules.ts'
import { operations } from '../operation.ts'

/** A script of an integration that published pages of a site load (docs/interface.md#scripts-on-published-pages). */
export const SiteIntegrationScript = z
  .strictObject({ script: z.string(), contentSecurityPolicy: z.string(), cookies: z.boolean() })
  .meta({ id: 'SiteIntegrationScript' })
export type SiteIntegrationScript = z.infer<typeof SiteIntegrationScript>

export const siteIntegrationScriptOperations = operations('sites', {
  listSiteIntegrationScripts: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/sites/{siteId}/integration-scripts',
    summary: 'List the scripts that published pages of a site load',
    access: siteRole('read'),
    replies: { 200: z.array(SiteIntegrationScript) },
    site: true,
  },
})
