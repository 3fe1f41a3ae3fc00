/** Roles, weakest first (docs/interface.md#roles). */
export const roles = ['read', 'comment', 'edit', 'review', 'create', 'admin'] as const
export type RoleName = (typeof roles)[number]

/**
 * Who may perform an operation; enforced by the owner before its handler runs.
 * - `public`: anyone, without a token
 * - `user`: any signed-in person
 * - `service`: another service of Quire, never a person
 * - `organization`: a member of the path's organization; `role` is the least organization role, null lets guests in;
 *   `anySignOn` lets in tokens that the organization's single sign-on rules out
 * - `space`, `collection`, `site`: the least level on the path's space, collection or site
 */
export type AccessRule =
  | { on: 'public' }
  | { on: 'user' }
  | { on: 'service' }
  | { on: 'organization'; role: RoleName | null; anySignOn?: boolean }
  | { on: 'space' | 'collection' | 'site'; role: RoleName }

export const anyone = { on: 'public' } as const
export const signedIn = { on: 'user' } as const
export const servicesOnly = { on: 'service' } as const
export const anyMember = { on: 'organization', role: null } as const
/** Also with a token that single sign-on rules out: how else would they learn where to sign in. */
export const anyMemberWithAnyToken = { on: 'organization', role: null, anySignOn: true } as const

/** At least `role` in the path's organization. */
export const organizationRole = <R extends RoleName>(role: R) => ({ on: 'organization', role }) as const
/** At least `role` on the path's space. */
export const spaceRole = <R extends RoleName>(role: R) => ({ on: 'space', role }) as const
/** At least `role` on the path's collection. */
export const collectionRole = <R extends RoleName>(role: R) => ({ on: 'collection', role }) as const
/** At least `role` on the path's site. */
export const siteRole = <R extends RoleName>(role: R) => ({ on: 'site', role }) as const
