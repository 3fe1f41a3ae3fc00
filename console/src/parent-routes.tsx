import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute, Outlet, redirect } from '@tanstack/react-router'
import { Refused } from './api/client.ts'
import { meQuery } from './api/queries.ts'
import { Frame } from './frame/frame.tsx'
import { base } from './page.ts'
import { keepDraftsOf } from './parts/drafts.ts'

export const root = createRootRouteWithContext<{ queries: QueryClient }>()({ component: Outlet })

/** Everything that needs somebody who is signed in. */
export const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  async beforeLoad({ context: { queries }, location }) {
    const { id } = await queries.ensureQueryData(meQuery).catch((error: unknown) => {
      if (error instanceof Refused && error.status === 401)
        throw redirect({ to: '/sign-in', search: location.pathname === '/' ? {} : { next: `${base}${location.href}` } })
      throw error
    })
    keepDraftsOf(id, localStorage)
  },
  component: Outlet,
})
export const frame = createRoute({ getParentRoute: () => signedIn, id: 'frame', component: Frame })

export const inFrame = <const Path extends string>(path: Path) => ({ getParentRoute: () => frame, path })
export const organization = createRoute(inFrame('/o/$organizationId'))
export const inOrganization = <const Path extends string>(path: Path) => ({ getParentRoute: () => organization, path })
