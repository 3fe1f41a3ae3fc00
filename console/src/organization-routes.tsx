import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { inOrganization, organization, signedIn } from './parent-routes.tsx'
import { loadTexts } from './route-loading.ts'
import { readAuditFilter } from './screens/organization/security/audit-filter.ts'

export const join = createRoute({
  getParentRoute: () => signedIn,
  path: '/o/$organizationId/join/$inviteId',
  component: lazyRouteComponent(() => import('./screens/organization/members/join.tsx'), 'Join'),
})
export const collectionSettings = createRoute({
  ...inOrganization('/collections/$collectionId'),
  component: lazyRouteComponent(
    () => import('./screens/organization/sharing/collection-settings.tsx'),
    'CollectionSettings',
  ),
})
const administration = createRoute({
  getParentRoute: () => organization,
  id: 'administration',
  loader: loadTexts('organization'),
  component: lazyRouteComponent(() => import('./screens/organization/frame/settings-frame.tsx'), 'SettingsFrame'),
})
const inAdministration = <const Path extends string>(path: Path) => ({ getParentRoute: () => administration, path })
const members = createRoute({
  ...inAdministration('/members'),
  // True to invite people at once.
  validateSearch: ({ invite }: Record<string, unknown>): { invite?: true } => (invite === true ? { invite } : {}),
  component: lazyRouteComponent(() => import('./screens/organization/members/members.tsx'), 'Members'),
})
const member = createRoute({
  ...inAdministration('/members/$userId'),
  component: lazyRouteComponent(() => import('./screens/organization/members/member-screen.tsx'), 'MemberScreen'),
})
const teams = createRoute({
  ...inAdministration('/teams'),
  component: lazyRouteComponent(() => import('./screens/organization/teams/teams.tsx'), 'Teams'),
})
const team = createRoute({
  ...inAdministration('/teams/$teamId'),
  component: lazyRouteComponent(() => import('./screens/organization/teams/team-screen.tsx'), 'TeamScreen'),
})
const imports = createRoute({
  ...inAdministration('/imports'),
  component: lazyRouteComponent(() => import('./screens/organization/imports/imports.tsx'), 'Imports'),
})
interface ImportSearch {
  space?: string
  website?: string
  reviews?: true
}

const newImport = createRoute({
  ...inAdministration('/imports/new'),
  // The space to import into, the website to import, and whether it is reviewed first, as they are chosen at first.
  validateSearch: ({ space, website, reviews }: Record<string, unknown>): ImportSearch => ({
    ...(typeof space === 'string' && { space }),
    ...(typeof website === 'string' && { website }),
    ...(reviews === true && { reviews }),
  }),
  component: lazyRouteComponent(() => import('./screens/organization/imports/new-import.tsx'), 'NewImport'),
})
const importRun = createRoute({
  ...inAdministration('/imports/$importRunId'),
  component: lazyRouteComponent(() => import('./screens/organization/imports/import-run.tsx'), 'ImportRun'),
})
const templates = createRoute({
  ...inAdministration('/templates'),
  component: lazyRouteComponent(() => import('./screens/organization/imports/templates.tsx'), 'Templates'),
})
const trash = createRoute({
  ...inAdministration('/trash'),
  component: lazyRouteComponent(() => import('./screens/organization/imports/trash.tsx'), 'Trash'),
})
const specifications = createRoute({
  ...inAdministration('/specifications'),
  component: lazyRouteComponent(
    () => import('./screens/organization/specifications/specifications.tsx'),
    'Specifications',
  ),
})
const specification = createRoute({
  ...inAdministration('/specifications/$specSlug'),
  component: lazyRouteComponent(
    () => import('./screens/organization/specifications/specification.tsx'),
    'SpecificationScreen',
  ),
})
const generalSettings = createRoute({
  ...inAdministration('/settings'),
  component: lazyRouteComponent(() => import('./screens/organization/security/general.tsx'), 'General'),
})
const tokens = createRoute({
  ...inAdministration('/tokens'),
  component: lazyRouteComponent(() => import('./screens/organization/security/tokens.tsx'), 'Tokens'),
})
const singleSignOn = createRoute({
  ...inAdministration('/single-sign-on'),
  component: lazyRouteComponent(() => import('./screens/organization/security/single-sign-on.tsx'), 'SingleSignOn'),
})
const auditLog = createRoute({
  ...inAdministration('/audit-log'),
  validateSearch: readAuditFilter,
  component: lazyRouteComponent(() => import('./screens/organization/security/audit-log.tsx'), 'AuditLog'),
})

/** The screens by which an organization is run. */
export const administrationRoutes = administration.addChildren([
  members,
  member,
  teams,
  team,
  imports,
  newImport,
  importRun,
  templates,
  trash,
  specifications,
  specification,
  generalSettings,
  tokens,
  singleSignOn,
  auditLog,
])
