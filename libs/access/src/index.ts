export type { AccessContext } from './access-context.ts'
export { Access, type VisitorSite } from './access-findings.ts'
export { type ActingPerson, actingOnSpace } from './acting-on-space.ts'
export { authorizer, type SiteTokenContext } from './authorize.ts'
export { actingMember, isLimited } from './caller-membership.ts'
export { type DecidingRule, decidingRules } from './deciding-rules.ts'
export {
  type DeletedOrganizationTables,
  deletedOrganizationProjection,
  deletedOrganizationTable,
  isNotDeleted,
} from './deleted-organizations.ts'
export { demand } from './demand.ts'
export * from './levels.ts'
export {
  atLeast,
  type Level,
  type LevelOrInherit,
  rolesFrom,
  storedLevel,
  strengthOf,
  visibleLevel,
} from './levels.ts'
export { levelsOnSpaces, memberScopes, spaceLevels, type Viewer } from './member-scopes.ts'
export { type IsBarred, type Member, type MemberIds, membership } from './membership.ts'
export {
  accessIndexes,
  contentAccessTables,
  deletedCollections,
  memberTables,
  peopleIndexes,
} from './migration-statements.ts'
export type { InstalledSpace, PublishedIntegration } from './on-integration.ts'
export { startOrganizationPurges } from './organization-purges.ts'
export { membersAbove, outranked } from './outranked.ts'
export { countPeopleOnScope, peopleOnScope } from './people-on-scope.ts'
export { countPeopleOnSite, type PersonOnSite, peopleOnSite } from './people-on-site.ts'
export { mayPreviewSpace, previewingMember } from './previewing-member.ts'
export { contentAccessProjections, memberProjections, rowsOf } from './projections.ts'
export { requireCondition, revealsMore } from './require-condition.ts'
export { confirmWith, type Rights, rightsOf } from './rights.ts'
export { hasRoleThroughout } from './role-throughout.ts'
export type { RowBeside } from './row-beside.ts'
export {
  collectionLevel,
  levelOfMembership,
  type ScopeLevel,
  spaceLevel,
  spaceLevelsOfUsers,
} from './scope-level.ts'
export { isShutOut } from './shut-out.ts'
export { lacksSingleSignOn } from './single-sign-on.ts'
export { memberBesideSite, siteLevel, siteVisibleTo } from './site-level.ts'
export { SpacesBeside, type SpacesOfMember } from './spaces-beside.ts'
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
export { type VisitorConditions, visitorConditions } from './visitor-conditions.ts'
export { type WorkHolder, workHolderOf } from './work-holder.ts'
