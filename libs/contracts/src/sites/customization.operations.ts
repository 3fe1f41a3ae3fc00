import { z } from 'zod'
import { siteRole } from '../access-rules.ts'
import { operations } from '../operation.ts'
import { QueryFlag } from '../shared/list.ts'
import {
  OverrideSiteSpaceCustomization,
  SiteCustomizationSettings,
  SiteSpaceCustomizationSettings,
  UpdateSiteCustomization,
} from './customization.ts'
import { SiteFile, siteFileLimits } from './site-files.ts'

/** Deprecated and without effect: all settings are always presented unmasked. */
const query = z.object({ unmasked: QueryFlag.optional() })
const ofSite = '/v1/orgs/{organizationId}/sites/{siteId}/customization' as const
const ofSiteSpace = '/v1/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}/customization' as const

/** Bounds the body, and also the stored settings of one site and of one space on it. */
export const maxCustomizationBytes = 64 * 1024

/** The appearance of a site (docs/interface.md#customization). */
export const customizationOperations = operations('sites', {
  getSiteCustomizationById: {
    method: 'GET',
    path: ofSite,
    summary: 'Get the customization of a site',
    access: siteRole('read'),
    query,
    replies: { 200: SiteCustomizationSettings },
  },
  updateSiteCustomizationById: {
    method: 'PUT',
    path: ofSite,
    summary: 'Replace the customization of a site; what is absent has its default',
    access: siteRole('create'),
    body: UpdateSiteCustomization,
    calls: ['findMissingResources'],
    bodyLimit: maxCustomizationBytes,
    replies: { 200: SiteCustomizationSettings },
  },
  getSiteSpaceCustomizationById: {
    method: 'GET',
    path: ofSiteSpace,
    summary: "Get the customization of a space on a site: its own settings over the site's",
    access: siteRole('read'),
    query,
    replies: { 200: SiteSpaceCustomizationSettings },
  },
  overrideSiteSpaceCustomizationById: {
    method: 'PATCH',
    path: ofSiteSpace,
    summary: 'Give a space on a site settings of its own',
    access: siteRole('create'),
    body: OverrideSiteSpaceCustomization,
    calls: ['findMissingResources'],
    bodyLimit: maxCustomizationBytes,
    replies: { 200: SiteSpaceCustomizationSettings },
  },
  deleteSiteSpaceCustomizationById: {
    method: 'DELETE',
    path: ofSiteSpace,
    summary: 'Remove the settings of its own from a space on a site',
    access: siteRole('create'),
    audited: { target: 'site-space', id: 'siteSpaceId', params: ['siteId'] },
    replies: { 204: null, 205: null },
  },
  putSiteFile: {
    method: 'PUT',
    path: '/v1/orgs/{organizationId}/sites/{siteId}/files',
    summary: 'Upload a picture or font for the customization of a site; the body is the file',
    access: siteRole('create'),
    upload: true,
    bodyLimit: siteFileLimits.font,
    replies: { 201: SiteFile },
  },
})
