export { Access, type CollectionBasics, type SpaceBasics } from './access.ts'
export { type AccessContext, type AuthorizerOptions, authorizer } from './authorize.ts'
export {
  atLeast,
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
export { collectionLevels, spaceLevels, type Viewer } from './member-scopes.ts'
export { type IsBarred, type Member, membership } from './membership.ts'
export { accessIndexes, contentAccessTables, memberTables } from './migrations.ts'
export * from './permissions.ts'
export { contentAccessProjections, memberProjections } from './projections.ts'
export { collectionLevel, levelOfMembership, type ScopeLevel, spaceLevel } from './scope-level.ts'
export { demandSingleSignOn } from './single-sign-on.ts'
export type { SpaceFilter } from './space-branches.ts'
export {
  type AccessTables,
  type ContentAccessTables,
  defaultScope,
  type MemberTables,
  type ProjectedAccessTables,
} from './tables.ts'
export {
  countVisibleSpaces,
  readableSpaceIds,
  type SpacePage,
  type VisibleSpace,
  visibleSpaces,
} from './visible-spaces.ts'
