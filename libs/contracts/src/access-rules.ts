export const serviceNames = ['gateway', 'identity', 'content', 'sites', 'ai'] as const
export type ServiceName = (typeof serviceNames)[number]

/** Roles, weakest first (docs/interface.md#roles). */
export const roles = ['read', 'comment', 'edit', 'review', 'create', 'admin'] as const
export type RoleName = (typeof roles)[number]

/**
 * The callers that may perform an operation; the owner enforces the rule before its handler runs.
 * - `public`: anyone, without a token
 * - `user`: any signed-in person
 * - `service`: one of these services of Quire, never a person
 * - `operator`: a token of the installation, which may do nothing else; never a person, also not an administrator
 * - `organization`: a member of the path's organization; `role` is the minimum organization role, null admits guests;
 *   `anySignOn` admits tokens that the organization's single sign-on rejects
 * - `space`, `collection`, `site`: the minimum level on the path's space, collection or site
 * - `integration`: a person who sees the path's integration; `role` is the minimum role in the organization that publishes it
 * - `installation`: the minimum role in the organization that the path's installation of an integration is on
 * - `provisioning`: a SCIM token of the path's organization, never a person
 */
export type AccessRule =
  | { on: 'public' }
  | { on: 'user' }
  | { on: 'operator' }
  | { on: 'service'; by: readonly ServiceName[] }
  | { on: 'organization'; role: RoleName | null; anySignOn?: boolean }
  | { on: 'space' | 'collection' | 'site'; role: RoleName }
  | { on: 'integration'; role: RoleName | null }
  | { on: 'installation'; role: RoleName }
  | { on: 'provisioning' }

export const anyone = { on: 'public' } as const
export const signedIn = { on: 'user' } as const
export const operatorOnly = { on: 'operator' } as const
/** Services that call as themselves; network policies open the way for them (deploy/kubernetes). */
export const servicesOnly = (...by: readonly ServiceName[]) => ({ on: 'service', by }) as const
/** The organization's provider of identities, with a token for SCIM. */
export const provisioning = { on: 'provisioning' } as const
export const anyMember = { on: 'organization', role: null } as const
/** Admits tokens that single sign-on rejects too: members must be able to find out the address to sign in at. */
export const anyMemberWithAnyToken = { on: 'organization', role: null, anySignOn: true } as const

/** At least `role` in the path's organization. */
export const organizationRole = <R extends RoleName>(role: R) => ({ on: 'organization', role }) as const
/** At least `role` on the path's space. */
export const spaceRole = <R extends RoleName>(role: R) => ({ on: 'space', role }) as const
/** At least `role` on the path's collection. */
export const collectionRole = <R extends RoleName>(role: R) => ({ on: 'collection', role }) as const
/** At least `role` on the path's site. */
export const siteRole = <R extends RoleName>(role: R) => ({ on: 'site', role }) as const
/** Anyone who sees the path's integration. */
export const integrationViewer = { on: 'integration', role: null } as const
/** At least `role` in the organization that publishes the path's integration. */
export const integrationRole = <R extends RoleName>(role: R) => ({ on: 'integration', role }) as const
/** At least `role` in the organization that the path's installation is on. */
export const installationRole = <R extends RoleName>(role: R) => ({ on: 'installation', role }) as const
