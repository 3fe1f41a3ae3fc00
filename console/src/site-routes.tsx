import { createRoute, lazyRouteComponent, type RouteComponent } from '@tanstack/react-router'
import { inOrganization } from './parent-routes.tsx'
import { loadTexts } from './route-loading.ts'

const sites = createRoute({ ...inOrganization('/sites'), loader: loadTexts('sites') })
const inSites = <const Path extends string>(path: Path, component: RouteComponent) =>
  createRoute({ getParentRoute: () => sites, path, component })
const sitesStart = inSites(
  '/',
  lazyRouteComponent(() => import('./screens/sites/sites.tsx'), 'Sites'),
)
const newSite = createRoute({
  getParentRoute: () => sites,
  path: '/new',
  // The step, so that the browser's own buttons lead through the steps too.
  validateSearch: ({ step }: Record<string, unknown>): { step?: 2 | 3 } => (step === 2 || step === 3 ? { step } : {}),
  component: lazyRouteComponent(() => import('./screens/sites/new-site.tsx'), 'NewSite'),
})
const site = inSites(
  '/$siteId',
  lazyRouteComponent(() => import('./screens/sites/site-frame.tsx'), 'SiteFrame'),
)
const inSite = <const Path extends string>(path: Path, component: RouteComponent) =>
  createRoute({ getParentRoute: () => site, path, component })
const siteScreens = {
  overview: lazyRouteComponent(() => import('./screens/sites/site-overview.tsx'), 'SiteOverview'),
  structure: lazyRouteComponent(() => import('./screens/sites/structure.tsx'), 'Structure'),
  customization: lazyRouteComponent(() => import('./screens/sites/customization/customization.tsx'), 'Customization'),
  audience: lazyRouteComponent(() => import('./screens/sites/audience.tsx'), 'Audience'),
  domain: lazyRouteComponent(() => import('./screens/sites/domain.tsx'), 'Domain'),
  redirects: lazyRouteComponent(() => import('./screens/sites/redirects.tsx'), 'Redirects'),
  adaptive: lazyRouteComponent(() => import('./screens/sites/adaptive.tsx'), 'Adaptive'),
  mcp: lazyRouteComponent(() => import('./screens/sites/mcp-servers.tsx'), 'McpServers'),
  settings: lazyRouteComponent(() => import('./screens/sites/site-settings.tsx'), 'SiteSettings'),
}
const partsOfSite = [
  inSite('/', siteScreens.overview),
  inSite('/structure', siteScreens.structure),
  createRoute({
    getParentRoute: () => site,
    path: '/customization',
    // The space whose looks are shown; without one those of the site.
    validateSearch: ({ space }: Record<string, unknown>): { space?: string } =>
      typeof space === 'string' ? { space } : {},
    component: siteScreens.customization,
  }),
  inSite('/audience', siteScreens.audience),
  inSite('/domain', siteScreens.domain),
  inSite('/redirects', siteScreens.redirects),
  inSite('/adaptive', siteScreens.adaptive),
  inSite('/mcp', siteScreens.mcp),
  inSite('/settings', siteScreens.settings),
] as const

/** The screens of the sites of an organization. */
export const siteRoutes = sites.addChildren([sitesStart, newSite, site.addChildren(partsOfSite)])
