import type { IntegrationScope, Operation, RoleName } from '@quire/contracts'
import { forbidden, notFound, unauthorized } from '@quire/kit'
import type { AccessContext } from './access-context.ts'
import { Access } from './access-findings.ts'
import { type ActingOptions, isLimited, userOf } from './caller-membership.ts'
import { demand, unknown } from './demand.ts'
import { storedLevel } from './levels.ts'
import { type Member, membership } from './membership.ts'
import { rowAlone } from './row-beside.ts'
import { demandSingleSignOn } from './single-sign-on.ts'
import { SpacesBeside } from './spaces-beside.ts'

/** The part of an integration that decides who may see it. */
export interface PublishedIntegration {
  /** The organization that publishes it; null for those that Quire ships. */
  organizationId: string | null
  /** True if it is visible to everybody. */
  isOpen: boolean
}

/** A space that an installation is enabled in, and the scopes that it was granted. */
export interface InstalledSpace {
  organizationId: string
  scopes: readonly IntegrationScope[]
}

/** The facts of a service about integrations, without which rules on them admit nobody. */
export interface IntegrationOptions extends ActingOptions {
  /** Returns the path's integration. */
  integration?: ((context: AccessContext) => Promise<PublishedIntegration | undefined>) | undefined
  /**
   * Returns the organization of the integration of a token, or of the token's installation; undefined if the token has
   * ended. Without this option such tokens are refused.
   */
  integrationToken?: ((context: AccessContext) => Promise<{ organizationId: string } | undefined>) | undefined
  /**
   * Returns what the token's installation may do in the path's space: `ended` if the token has ended, undefined if the
   * installation is not enabled there. Without this option such tokens reach no space.
   */
  installedSpace?: ((context: AccessContext) => Promise<InstalledSpace | 'ended' | undefined>) | undefined
  /** Returns the organization of the path's installation. */
  installation?: ((context: AccessContext) => Promise<string | undefined>) | undefined
}

/** Admits a person who sees the path's integration; with a `role`, those who have it in the organization that publishes it. */
export async function onIntegration(options: IntegrationOptions, context: AccessContext, role: RoleName | null) {
  const { operation, caller } = context
  userOf(caller)
  const found = await options.integration?.(context)
  const member = found?.organizationId ? await membershipIn(options, context, found.organizationId) : undefined
  if (!found || !(member || found.isOpen)) return unknown(operation, 'integrationName', 'The integration')
  if (role === null && found.isOpen) return new Access()
  if (!member) throw forbidden('This is for the organization that publishes the integration.')
  return asMember(options, context, member, role)
}

/** Admits those with a role in the organization that the path's installation is on. */
export async function onInstallation(options: IntegrationOptions, context: AccessContext, role: RoleName) {
  userOf(context.caller)
  const organizationId = await options.installation?.(context)
  const member = organizationId === undefined ? undefined : await membershipIn(options, context, organizationId)
  if (!member) {
    // Deleting is a success for whoever sees the integration, and not the installation.
    await onIntegration(options, { ...context, operation: { ...context.operation, method: 'GET' } }, null)
    return unknown(context.operation, 'installationId', 'The installation')
  }
  return asMember(options, context, member, role)
}

/**
 * Authorizes the token of an integration, which calls some operations about itself, without any membership. A token of one
 * installation calls those about that installation.
 */
export async function onIntegrationToken(options: IntegrationOptions, context: AccessContext): Promise<Access> {
  const { operation, caller, params } = context
  const { integration } = caller
  if (operation.integration !== undefined && !isAboutItself(operation.integration))
    return onInstalledSpace(options, context, operation.integration)
  const isAdmitted = operation.integration === 'any token' || integration?.installationId === undefined
  if (!integration || !operation.integration || !isAdmitted)
    throw forbidden('This token is for operations about its integration alone.')
  const found = await options.integrationToken?.(context)
  if (!found) throw tokenEnded()
  if (params.integrationName !== integration.name) throw notFound('The integration')
  const { installationId } = integration
  if (installationId !== undefined && params.installationId !== installationId) throw notFound('The installation')
  if (params.installationId === undefined) return new Access({ ...found, level: 'read' })
  const organizationId = await options.installation?.(context)
  if (organizationId === undefined) throw notFound('The installation')
  return new Access({ organizationId, level: 'read' })
}

const isAboutItself = (admitted: NonNullable<Operation['integration']>): admitted is 'any token' | 'whole token' =>
  admitted === 'any token' || admitted === 'whole token'
const tokenEnded = () => unauthorized('The token of the integration has ended: make a new one.')

/** Admits the token of an installation to a space that it is enabled in, with a scope that it was granted. */
async function onInstalledSpace(
  options: IntegrationOptions,
  context: AccessContext,
  scope: IntegrationScope,
): Promise<Access> {
  const { caller, params, sql, beside } = context
  if (caller.integration?.installationId === undefined)
    throw forbidden('Spaces are read with the token of an installation.')
  const found = await options.installedSpace?.(context)
  if (found === 'ended') throw tokenEnded()
  if (!found) throw notFound('The space')
  if (!found.scopes.includes(scope)) throw forbidden(`The installation was not granted the scope ${scope}.`)
  const { organizationId } = found
  const id = params.spaceId ?? ''
  const space = { id, organizationId, collectionId: null, isDeleted: false }
  const row = beside && !(beside instanceof SpacesBeside) ? await rowAlone(sql, id, beside) : undefined
  return new Access({ organizationId, level: 'read', space, row })
}

/** Returns the caller's membership; undefined if there is none, it is disabled, or the token is not valid there. */
async function membershipIn({ isBarred }: IntegrationOptions, { caller, sql }: AccessContext, organizationId: string) {
  if (isLimited(caller, organizationId)) return undefined
  const member = await membership(sql, { userId: userOf(caller), organizationId }, isBarred)
  return member?.disabled ? undefined : member
}

function asMember(
  { publicUrl }: IntegrationOptions,
  { caller }: AccessContext,
  member: Member,
  role: RoleName | null,
): Access {
  demandSingleSignOn(member, caller, publicUrl)
  const level = storedLevel(member.role)
  if (role !== null) demand(level, role)
  return new Access({ organizationId: member.organizationId, member, level })
}
