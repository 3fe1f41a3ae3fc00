import { organization, timestamp } from '@quire/contracts'
import { tableSource } from '@quire/kit'
import type { Selectable } from 'kysely'
import type { Tables } from '../database.ts'

export type OrganizationRow = Selectable<Tables['organization']>

export function organizationState(row: OrganizationRow) {
  return {
    id: row.id,
    version: row.version,
    title: row.title,
    createdAt: timestamp(row.created_at),
    emailDomains: row.email_domains,
    hostname: row.hostname,
    type: row.type,
    useCase: row.use_case,
    communityType: row.community_type,
    defaultRole: row.default_role,
    defaultSite: row.default_site,
    sso: row.sso,
    ai: row.ai,
    inviteLinks: row.invite_links,
    logo: row.logo,
    samlProvider: row.saml_provider,
    madeBy: row.made_by,
    origin: row.origin,
  }
}

export const organizationSource = tableSource(organization, 'organization', ['id'], organizationState)
