import type { QueryClient } from '@tanstack/react-query'
import { createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { Refused } from './api/client.ts'
import { forgetFailures, meQuery } from './api/queries.ts'
import { administrationRoutes, collectionSettings, join } from './organization-routes.tsx'
import { base } from './page.ts'
import { frame, inFrame, inOrganization, organization, root, signedIn } from './parent-routes.tsx'
import { hasSignedInSince } from './parts/drafts.ts'
import { addressInside } from './parts/inside.ts'
import { Failure, Loading } from './parts/states.tsx'
import {
  loadChangeRequest,
  loadEditor,
  loadOrganizations,
  loadOverview,
  loadPage,
  loadSpace,
  loadSpaceStart,
  loadTexts,
} from './route-loading.ts'
import { readChangesSearch } from './screens/changes/changes-search.ts'
import type { SiteVisit } from './screens/visit/visit.tsx'
import { siteRoutes } from './site-routes.tsx'

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  /** `again` is the time, in milliseconds, since which somebody who is signed in has to sign in once more. */
  validateSearch: ({ next, again }: Record<string, unknown>): { next?: string; again?: number } => ({
    ...(typeof next === 'string' && { next }),
    ...(typeof again === 'number' && { again }),
  }),
  /** Leads on whoever is signed in, perhaps in another tab since this address was opened. */
  async beforeLoad({ context: { queries }, search: { next = '', again } }) {
    if (again !== undefined && !hasSignedInSince(again)) return
    if (queries.getQueryState(meQuery.queryKey)?.status === 'error') return
    const me = await queries.ensureQueryData(meQuery).catch(() => undefined)
    if (!me) return
    throw redirect({ href: addressInside(next, { origin: location.origin, base }) ?? `${base}/`, replace: true })
  },
  component: lazyRouteComponent(() => import('./screens/sign-in/sign-in.tsx'), 'SignIn'),
})
const providerAnswer = createRoute({
  getParentRoute: () => root,
  path: '/sign-in/oidc',
  component: lazyRouteComponent(() => import('./screens/sign-in/provider-answer.tsx'), 'ProviderAnswerScreen'),
})
const signInLink = createRoute({
  getParentRoute: () => root,
  path: '/sign-in/$token',
  component: lazyRouteComponent(() => import('./screens/sign-in/sign-in-link.tsx'), 'SignInLink'),
})

const stopMails = createRoute({
  getParentRoute: () => root,
  path: '/stop-mails/$token',
  component: lazyRouteComponent(() => import('./screens/sign-in/stop-mails.tsx'), 'StopMails'),
})

const home = createRoute({
  getParentRoute: () => signedIn,
  path: '/',
  validateSearch: (search: Record<string, unknown>): { new?: boolean } => (search.new === true ? { new: true } : {}),
  loader: loadOrganizations,
  component: lazyRouteComponent(() => import('./screens/home/home.tsx'), 'Home'),
})
const visit = createRoute({
  getParentRoute: () => signedIn,
  path: '/visit',
  validateSearch: ({ to, state }: Record<string, unknown>): SiteVisit => ({
    ...(typeof to === 'string' && { to }),
    ...(typeof state === 'string' && { state }),
  }),
  component: lazyRouteComponent(() => import('./screens/visit/visit.tsx'), 'Visit'),
})
const authorize = createRoute({
  getParentRoute: () => signedIn,
  path: '/authorize',
  component: lazyRouteComponent(() => import('./screens/visit/authorize.tsx'), 'Authorize'),
})

const overview = createRoute({
  ...inOrganization('/'),
  loader: loadOverview,
  component: lazyRouteComponent(() => import('./screens/organization/overview.tsx'), 'Overview'),
})
const organizationChanges = createRoute({
  ...inOrganization('/changes'),
  loader: loadTexts('changes'),
  validateSearch: readChangesSearch,
  component: lazyRouteComponent(() => import('./screens/changes/change-list.tsx'), 'OrganizationChanges'),
})
const notifications = createRoute({
  ...inOrganization('/notifications'),
  loader: loadTexts('notifications'),
  component: lazyRouteComponent(() => import('./screens/notifications/notifications.tsx'), 'Notifications'),
})
const account = createRoute({
  ...inFrame('/settings'),
  loader: loadTexts('account', 'organization'),
  component: lazyRouteComponent(() => import('./screens/account/account.tsx'), 'Account'),
})
const space = createRoute({
  ...inFrame('/s/$spaceId'),
  loader: loadSpace,
  component: lazyRouteComponent(() => import('./screens/space/space-frame.tsx'), 'SpaceFrame'),
  errorComponent: lazyRouteComponent(() => import('./screens/organization/imports/unread-space.tsx'), 'UnreadSpace'),
})

const inSpace = <const Path extends string>(path: Path) => ({ getParentRoute: () => space, path })
const spaceStart = createRoute({
  ...inSpace('/'),
  loader: loadSpaceStart,
  component: lazyRouteComponent(() => import('./screens/space/space-start.tsx'), 'SpaceStart'),
})
const page = createRoute({
  ...inSpace('/p/$pageId'),
  loader: loadPage,
  validateSearch: ({ suggest }: Record<string, unknown>): { suggest?: boolean } =>
    suggest === true ? { suggest } : {},
  component: lazyRouteComponent(() => import('./screens/space/page-screen.tsx'), 'PageScreen'),
  errorComponent: lazyRouteComponent(() => import('./screens/space/page-failure.tsx'), 'PageFailure'),
})
const history = createRoute({
  ...inSpace('/history'),
  component: lazyRouteComponent(() => import('./screens/space/history.tsx'), 'History'),
})
const files = createRoute({
  ...inSpace('/files'),
  loader: loadTexts('changes', 'writing'),
  component: lazyRouteComponent(() => import('./screens/space/files.tsx'), 'Files'),
})
const comparison = createRoute({
  ...inSpace('/compare'),
  validateSearch: ({ before, after }: Record<string, unknown>) => ({ before: String(before), after: String(after) }),
  component: lazyRouteComponent(() => import('./screens/changes/comparison.tsx'), 'Comparison'),
})
const spaceSettings = createRoute({
  ...inSpace('/settings'),
  component: lazyRouteComponent(() => import('./screens/space/space-settings.tsx'), 'SpaceSettings'),
})
const revision = createRoute(inSpace('/revisions/$revisionId'))
const revisionStart = createRoute({
  getParentRoute: () => revision,
  path: '/',
  component: lazyRouteComponent(() => import('./screens/space/revision-start.tsx'), 'RevisionStart'),
})
const revisionPage = createRoute({
  getParentRoute: () => revision,
  path: '/p/$pageId',
  loader: loadPage,
  component: lazyRouteComponent(() => import('./screens/space/page-screen.tsx'), 'RevisionScreen'),
})
const spaceChanges = createRoute({
  ...inSpace('/changes'),
  loader: loadTexts('changes'),
  validateSearch: readChangesSearch,
  component: lazyRouteComponent(() => import('./screens/changes/change-list.tsx'), 'SpaceChanges'),
})
const changeRequest = createRoute({ ...inSpace('/changes/$changeRequestId'), loader: loadChangeRequest })
const review = createRoute({
  getParentRoute: () => changeRequest,
  path: '/',
  validateSearch: (search: Record<string, unknown>): { tab?: 'discussion' } =>
    search.tab === 'discussion' ? { tab: 'discussion' } : {},
  component: lazyRouteComponent(() => import('./screens/changes/change-request-screen.tsx'), 'ChangeRequestScreen'),
})
const edited = createRoute({
  getParentRoute: () => changeRequest,
  path: '/p',
  loader: loadEditor,
  component: lazyRouteComponent(() => import('./screens/editor/deletion.tsx'), 'EditorFrame'),
})
const editorStart = createRoute({
  getParentRoute: () => edited,
  path: '/',
  component: lazyRouteComponent(() => import('./screens/editor/editor-screen.tsx'), 'EditorStart'),
})
const editor = createRoute({
  getParentRoute: () => edited,
  path: '/$pageId',
  component: lazyRouteComponent(() => import('./screens/editor/editor-screen.tsx'), 'EditorScreen'),
})

const routes = root.addChildren([
  signIn,
  providerAnswer,
  signInLink,
  stopMails,
  signedIn.addChildren([
    home,
    join,
    visit,
    authorize,
    frame.addChildren([
      organization.addChildren([
        overview,
        organizationChanges,
        notifications,
        collectionSettings,
        administrationRoutes,
        siteRoutes,
      ]),
      account,
      space.addChildren([
        spaceStart,
        page,
        history,
        comparison,
        files,
        spaceSettings,
        revision.addChildren([revisionStart, revisionPage]),
        spaceChanges,
        changeRequest.addChildren([review, edited.addChildren([editorStart, editor])]),
      ]),
    ]),
  ]),
])

/** Milliseconds for which the screen before stays while the next one is loaded. */
const pendingMs = 400

/** Creates the router. Each screen is loaded when it is first opened, and before that when somebody points at a link to it. */
export const createConsoleRouter = (queries: QueryClient) =>
  createRouter({
    routeTree: routes,
    basepath: base,
    context: { queries },
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultPendingMs: pendingMs,
    defaultPendingMinMs: 0,
    defaultPendingComponent: Loading,
    defaultErrorComponent: ({ error, reset }) => (
      <Failure error={error} retry={() => void forgetFailures(queries).then(reset)} />
    ),
    defaultNotFoundComponent: () => <Failure error={new Refused(404, '')} />,
    scrollRestoration: true,
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>
  }
}
