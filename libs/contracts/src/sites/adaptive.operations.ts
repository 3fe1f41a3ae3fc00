import { siteRole } from '../access-rules.ts'
import { operations } from '../operation.ts'
import { SetSiteAdaptiveSchema, SiteAdaptiveSchema, TemplateConditions } from './adaptive.ts'

export const adaptiveOperations = operations('sites', {
  getSiteAdaptiveSchema: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/sites/{siteId}/adaptive-schema',
    summary: 'Get the schema of what a site expects of its visitors',
    access: siteRole('read'),
    replies: { 200: SiteAdaptiveSchema },
  },
  updateSiteAdaptiveSchema: {
    method: 'PUT',
    path: '/v1/orgs/{organizationId}/sites/{siteId}/adaptive-schema',
    summary: 'Set the schema of what a site expects of its visitors',
    access: siteRole('create'),
    body: SetSiteAdaptiveSchema,
    audited: { target: 'site', id: 'siteId' },
    replies: { 200: SiteAdaptiveSchema },
    narrows: true,
  },
  listSiteAdaptiveTemplateConditions: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/sites/{siteId}/adaptive-schema/template-conditions',
    summary: 'List conditions that can be made of what a site expects of its visitors',
    access: siteRole('read'),
    replies: { 200: TemplateConditions },
  },
})
