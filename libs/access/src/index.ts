export { Access, type OpenedSite } from './access.ts'
export { type ActingPerson, actingOnSpace } from './acting-on-space.ts'
export { type AccessContext, actingMember, authorizer, type SiteTokenContext } from './authorize.ts'
export { mayOnEverythingIn } from './everything-in.ts'
export {
  atLeast,
  type Level,
  type LevelOrInherit,
  rolesFrom,
  shownLevel,
  storedLevel,
} from './levels.ts'
export { levelsOnSpaces, memberScopes, spaceLevels, type Viewer } from './member-scopes.ts'
export { type IsBarred, type Member, type MemberIds, membership } from './membership.ts'
export { accessIndexes, contentAccessTables, deletedCollections, memberTables, peopleIndexes } from './migrations.ts'
export { outranked } from './outranked.ts'
export * from './permissions.ts'
export { contentAccessProjections, memberProjections, rowsOf } from './projections.ts'
export { confirmWith, type Rights, rightsOf } from './rights.ts'
export type { RowBeside } from './row-beside.ts'
export {
  collectionLevel,
  levelOfMembership,
  type ScopeLevel,
  spaceLevel,
  spaceLevelsOfUsers,
} from './scope-level.ts'
export { countPeopleOnScope, type PersonOnScope, peopleOnScope } from './scope-people.ts'
export { seenBy, siteLevel } from './site-level.ts'
export { countPeopleOnSite, type PersonOnSite, peopleOnSite } from './site-people.ts'
export { SpacesBeside, type SpacesOfMember } from './spaces-beside.ts'
export { strengthOf } from './strength.ts'
export type {
  MemberTables,
  ProjectedAccessTables,
} from './tables.ts'
export {
  countVisibleCollections,
  visibleCollections,
} from './visible-collections.ts'
export {
  countVisibleSpaces,
  readableSpaceIds,
  type SpacePage,
  type VisibleSpace,
  visiblePage,
  visibleSpaces,
} from './visible-spaces.ts'
