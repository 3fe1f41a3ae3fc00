import type { RoleName } from '@quire/contracts'
import { type Caller, forbidden, notFound, type Revocations, type SiteVisit, unauthorized } from '@quire/kit'
import type { AccessContext } from './access-context.ts'
import { Access, type VisitorSite } from './access-findings.ts'
import { enabledMember, type FindMember, isLimited, userOf } from './caller-membership.ts'
import { demand, unknown } from './demand.ts'
import { type Level, storedLevel } from './levels.ts'
import { type Member, type MemberIds, membership } from './membership.ts'
import {
  type InstalledSpace,
  onInstallation,
  onIntegration,
  onIntegrationToken,
  type PublishedIntegration,
} from './on-integration.ts'
import { onOperator, onProvisioning } from './on-nobodys-token.ts'
import { nothingBeside, rowAlone } from './row-beside.ts'
import { collectionLevel, type ScopeLevel, spaceLevelWith } from './scope-level.ts'
import { demandSingleSignOn } from './single-sign-on.ts'
import type { MemberBesideSite } from './site-level.ts'
import { SpacesBeside } from './spaces-beside.ts'

export interface AuthorizerOptions {
  /** The public address, without a trailing slash: refusals name the address to sign in at. */
  publicUrl: string
  revocations: Pick<Revocations, 'has'>
  /** Finds a membership, a disabled one too. Default: searches the rows of `memberTables`, without revoked memberships. */
  memberIn?: (context: AccessContext, ids: MemberIds) => Promise<Member | undefined>
  /** Ids of operations that work on deleted spaces too, such as restoring. */
  allowDeleted?: readonly string[]
  /**
   * Returns the member's level on the path's site; undefined if the site is not in their organization. Required for
   * rules on sites.
   */
  siteLevel?: (context: AccessContext, member: Member) => Promise<Level | undefined>
  /**
   * Finds the membership and whether the path's site is in the organization, by one statement: then members with a role
   * need no `siteLevel`.
   */
  memberBesideSite?: (context: AccessContext, ids: MemberIds) => Promise<MemberBesideSite | undefined>
  /** Returns the path's integration. Required for rules on integrations. */
  integration?: (context: AccessContext) => Promise<PublishedIntegration | undefined>
  /** Returns the organization of the caller's integration or installation; undefined if its token has ended. */
  integrationToken?: (context: AccessContext) => Promise<{ organizationId: string } | undefined>
  /** Returns what the token of an installation may do in the path's space. Without this option such tokens read no space. */
  installedSpace?: (context: AccessContext) => Promise<InstalledSpace | 'ended' | undefined>
  /** Returns the organization of the path's installation. Required for rules on installations. */
  installation?: (context: AccessContext) => Promise<string | undefined>
  /**
   * Returns the organization of the path's space if the site's token may read the space now. Without this option such
   * tokens read no space.
   */
  visitorSpace?: (context: SiteTokenContext) => Promise<{ organizationId: string } | undefined>
  /** Returns the part of the path's site that its token may read now. Without this option such tokens read no site. */
  visitorSite?: (context: SiteTokenContext) => Promise<VisitorSite | undefined>
  /**
   * Returns the ids of the organization's spaces that a site's token may read now; empty if the token has ended. Without
   * this option such tokens read nothing of an organization. The handler decides about other data of the organization.
   */
  visitorSpaceIds?: (context: SiteTokenContext) => Promise<readonly string[]>
}

/** The request of a visitor of a published site. */
export type SiteTokenContext = AccessContext & { visit: SiteVisit }

/**
 * Creates the access check of a service. The check applies the access rule of a request's operation, resolves to its
 * findings, or throws 401, 403 or 404 (docs/interface.md#errors).
 */
export function authorizer(options: AuthorizerOptions) {
  return async (context: AccessContext): Promise<Access> => {
    const { operation, caller } = context
    const rule = operation.access
    if (rule.on === 'operator') return onOperator(caller)
    if (caller.kind === 'installation' && rule.on !== 'public')
      throw forbidden('This token only manages the installation.')
    if (caller.kind === 'site' && rule.on !== 'public') return siteToken(options, context)
    if (caller.kind === 'integration' && rule.on !== 'public')
      return onIntegrationToken({ ...options, isBarred: barred(options) }, context)
    switch (rule.on) {
      case 'public':
        return new Access()
      case 'service':
        if (caller.kind !== 'service') throw unauthorized()
        return new Access()
      case 'user':
        userOf(caller)
        return new Access()
      case 'organization':
        return onOrganization(options, context, rule.role)
      case 'space':
        return onSpace(options, context, rule.role)
      case 'collection':
        return onCollection(options, context, rule.role)
      case 'site':
        return onSite(options, context, rule.role)
      case 'integration':
        return onIntegration({ ...options, isBarred: barred(options) }, context, rule.role)
      case 'provisioning':
        return onProvisioning(caller, param(context, 'organizationId'))
      case 'installation':
        return onInstallation({ ...options, isBarred: barred(options) }, context, rule.role)
    }
  }
}

const barred =
  ({ revocations }: AuthorizerOptions) =>
  (memberId: string) =>
    revocations.has('identity.member', memberId)

async function onOrganization(options: AuthorizerOptions, context: AccessContext, role: RoleName | null) {
  const { beside, page, sql } = context
  let row: unknown
  const withSpaces: FindMember = async (ids) => {
    if (!(beside instanceof SpacesBeside && page)) return findMember(options, context)(ids)
    const found = await beside.read(sql, ids, page, barred(options))
    row = found?.spaces
    return found?.member
  }
  const member = await memberOf(options, context, withSpaces)
  const level = storedLevel(member.role)
  if (role !== null) demand(level, role)
  return new Access({ organizationId: member.organizationId, member, level, row })
}

async function onSite(options: AuthorizerOptions, context: AccessContext, role: RoleName) {
  if (!options.siteLevel) throw new Error('Rules on sites need siteLevel')
  let isThere: boolean | undefined
  const withSite: FindMember = async (ids) => {
    if (!options.memberBesideSite) return findMember(options, context)(ids)
    const found = await options.memberBesideSite(context, ids)
    isThere = found?.isThere
    return found?.member
  }
  const member = await memberOf(options, context, withSite)
  if (isThere === false) throw notFound('The site')
  const isDecided = isThere === true && member.role !== null
  const level = isDecided ? storedLevel(member.role) : await options.siteLevel(context, member)
  if (level === undefined || level === 'none') throw notFound('The site')
  demand(level, role)
  return new Access({ organizationId: member.organizationId, member, level })
}

async function onSpace(options: AuthorizerOptions, context: AccessContext, role: RoleName) {
  const { operation, caller, sql } = context
  const spaceId = param(context, 'spaceId')
  const { scope: found, row } =
    (await spaceLevelWith(
      sql,
      { userId: userOf(caller), spaceId },
      barred(options),
      rowOf(context) ?? nothingBeside,
    )) ?? {}
  const isHidden = found?.isDeleted && !options.allowDeleted?.includes(operation.id)
  if (!isVisible(found, caller) || isHidden) return unknown(operation, 'spaceId', 'The space')
  demandSingleSignOn(found.member, caller, options.publicUrl)
  demand(found.level, role)
  const { organizationId, parentId: collectionId, isDeleted, level, member } = found
  return new Access({
    organizationId,
    member,
    level,
    space: { id: spaceId, organizationId, collectionId, isDeleted },
    row,
  })
}

async function onCollection(options: AuthorizerOptions, context: AccessContext, role: RoleName) {
  const { operation, caller, sql } = context
  const collectionId = param(context, 'collectionId')
  const found = await collectionLevel(sql, { userId: userOf(caller), collectionId }, barred(options))
  if (!isVisible(found, caller)) return unknown(operation, 'collectionId', 'The collection')
  demandSingleSignOn(found.member, caller, options.publicUrl)
  demand(found.level, role)
  const { organizationId, parentId, level, member } = found
  return new Access({ organizationId, member, level, collection: { id: collectionId, organizationId, parentId } })
}

/** Authorizes a site's token, which reads published content of that site and has no membership. */
async function siteToken(options: AuthorizerOptions, context: AccessContext): Promise<Access> {
  const { operation, caller } = context
  const { visit } = caller
  if (!operation.site || !visit) throw forbidden('This token only reads published content.')
  if (operation.access.on === 'site') return visitOfSite(options, { ...context, visit }, operation.access.role)
  if (operation.access.on === 'space') return visitOfSpace(options, { ...context, visit }, operation.access.role)
  if (operation.access.on === 'organization') return visitOfOrganization(options, { ...context, visit })
  throw new Error(`${operation.id} is for site tokens, but no operation on a space, site or organization`)
}

async function visitOfOrganization(options: AuthorizerOptions, context: SiteTokenContext): Promise<Access> {
  const organizationId = param(context, 'organizationId')
  const isItsOwn = context.caller.organizationId === organizationId
  const visitorSpaceIds = isItsOwn ? await options.visitorSpaceIds?.(context) : undefined
  if (!visitorSpaceIds || visitorSpaceIds.length === 0) throw notFound('The organization')
  return new Access({ organizationId, level: 'read', visitorSpaceIds })
}

async function visitOfSpace(options: AuthorizerOptions, context: SiteTokenContext, role: RoleName): Promise<Access> {
  const beside = rowOf(context)
  const id = param(context, 'spaceId')
  const visitorSpace = await options.visitorSpace?.(context)
  if (!visitorSpace || isLimited(context.caller, visitorSpace.organizationId)) throw notFound('The space')
  demand('read', role)
  const { organizationId } = visitorSpace
  const space = { id, organizationId, collectionId: null, isDeleted: false }
  return new Access({ organizationId, level: 'read', space, row: beside && (await rowAlone(context.sql, id, beside)) })
}

async function visitOfSite(options: AuthorizerOptions, context: SiteTokenContext, role: RoleName): Promise<Access> {
  const { visit, caller } = context
  const organizationId = param(context, 'organizationId')
  const isItsOwn = visit.siteId === param(context, 'siteId') && caller.organizationId === organizationId
  const visitorSite = isItsOwn ? await options.visitorSite?.(context) : undefined
  if (!visitorSite) throw notFound('The site')
  demand('read', role)
  return new Access({ organizationId, level: 'read', visitorSite })
}

const rowOf = ({ beside }: AccessContext) => (beside instanceof SpacesBeside ? undefined : beside)

const findMember =
  (options: AuthorizerOptions, context: AccessContext): FindMember =>
  (ids) =>
    options.memberIn ? options.memberIn(context, ids) : membership(context.sql, ids, barred(options))

/** The caller's membership of the path's organization. */
async function memberOf(options: AuthorizerOptions, context: AccessContext, find: FindMember): Promise<Member> {
  const { operation, caller } = context
  const member = await enabledMember(caller, param(context, 'organizationId'), find)
  const { access } = operation
  if (!(access.on === 'organization' && access.anySignOn)) demandSingleSignOn(member, caller, options.publicUrl)
  return member
}

function isVisible(found: ScopeLevel | undefined, caller: Caller): found is ScopeLevel {
  return found !== undefined && found.level !== 'none' && !isLimited(caller, found.organizationId)
}

function param({ operation, params }: AccessContext, name: string): string {
  const value = params[name]
  if (value === undefined) throw new Error(`${operation.id} has no ${name} in its path`)
  return value
}
