export { Access, type CollectionBasics, type SpaceBasics } from './access.ts'
export { type AccessContext, type AuthorizerOptions, actingMember, authorizer } from './authorize.ts'
export { mayOnEverythingIn } from './everything-in.ts'
export {
  atLeast,
  type Decision,
  decisionOf,
  effectiveLevel,
  type Level,
  type LevelOrInherit,
  levels,
  type Rules,
  rolesFrom,
  type Scope,
  shownLevel,
  storedLevel,
} from './levels.ts'
export { memberScopes, spaceLevels, type Viewer } from './member-scopes.ts'
export { type IsBarred, type Member, type MemberIds, membership } from './membership.ts'
export { accessIndexes, contentAccessTables, deletedCollections, memberTables, peopleIndexes } from './migrations.ts'
export { outranked } from './outranked.ts'
export * from './permissions.ts'
export { contentAccessProjections, memberProjections, rowsOf } from './projections.ts'
export { confirmWith, type Rights, rightsOf } from './rights.ts'
export {
  type AskedScope,
  collectionLevel,
  levelOfMembership,
  type ScopeLevel,
  spaceLevel,
  spaceLevelsOfUsers,
} from './scope-level.ts'
export { countPeopleOnScope, type PersonOnScope, peopleOnScope } from './scope-people.ts'
export type { SpaceFilter } from './space-branches.ts'
export { strengthOf } from './strength.ts'
export {
  type AccessTables,
  type ContentAccessTables,
  defaultScope,
  type MemberTables,
  type ProjectedAccessTables,
} from './tables.ts'
export {
  countVisibleCollections,
  type VisibleCollection,
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
