import type { QueryClient } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import {
  organizationQuery,
  organizationsQuery,
  personalSpacesQuery,
  spaceQuery,
  workspaceQuery,
} from './api/queries.ts'
import { changeRequestQuery, organizationChangesQuery } from './screens/changes/changes-queries.ts'
import { firstDocument } from './screens/space/pages.ts'
import { pagesQuery, renderedQuery, type ShownState } from './screens/space/space-queries.ts'
import type { Area } from './words/areas.ts'
import { chosenLanguage } from './words/languages.ts'
import { wordsQuery } from './words/words.ts'

// Load what a screen shows before it is shown, all of it together. A screen that waits for one request after the other
// shows itself late, and React shows each of its waiting parts for 300 ms at least. What cannot be loaded is left to the
// screen, which says why: these functions never throw it.

interface Route<Params> {
  context: { queries: QueryClient }
  params: Params
}

const settled = async (...loads: Promise<unknown>[]): Promise<void> => void (await Promise.allSettled(loads))

export const loadOrganizations = ({ context: { queries } }: Route<object>): Promise<void> =>
  settled(queries.ensureQueryData(organizationsQuery))

/** Returns the loading of a screen that waits for its texts alone, or shows by itself that it waits for more. */
export const loadTexts =
  (...areas: Area[]) =>
  ({ context: { queries } }: Route<object>): Promise<void> =>
    settled(...areas.map((area) => textsOf(area, queries)))

const textsOf = (area: Area, queries: QueryClient) => queries.ensureQueryData(wordsQuery(area, chosenLanguage()))

export function loadOverview({ context: { queries }, params: { organizationId } }: Route<{ organizationId: string }>) {
  // The screen shows itself without them.
  void settled(queries.ensureQueryData(personalSpacesQuery(organizationId)))
  return settled(
    queries.ensureQueryData(organizationQuery(organizationId)),
    queries.ensureQueryData(workspaceQuery(organizationId)),
    queries
      .ensureQueryData(organizationChangesQuery(organizationId, { status: 'open' }))
      .then((open) => (open.length > 0 ? textsOf('changes', queries) : undefined)),
  )
}

export function loadSpace({ context: { queries }, params: { spaceId } }: Route<{ spaceId: string }>): Promise<void> {
  return settled(
    queries.ensureQueryData(spaceQuery(spaceId)).then(async ({ organization, parent }) => {
      const workspace = queries.ensureQueryData(workspaceQuery(organization))
      // The names of the collections above the space come from there.
      if (parent) await workspace
      else void settled(workspace)
    }),
    textsOf('reading', queries),
  )
}

/** Leads to the first page of a space, if it has one. */
export async function loadSpaceStart({ context: { queries }, params }: Route<{ spaceId: string }>): Promise<void> {
  const pages = await queries.ensureQueryData(pagesQuery(params)).catch(() => [])
  const first = firstDocument(pages)
  if (!first) return
  // Asked for before its screen is loaded.
  void settled(queries.ensureQueryData(renderedQuery(params, first.id, chosenLanguage())))
  throw redirect({
    to: '/s/$spaceId/p/$pageId',
    params: { spaceId: params.spaceId, pageId: first.id },
    replace: true,
  })
}

export const loadPage = ({ context: { queries }, params }: Route<ShownState & { pageId: string }>): Promise<void> =>
  settled(
    queries.ensureQueryData(pagesQuery(params)),
    queries.ensureQueryData(renderedQuery(params, params.pageId, chosenLanguage())),
    textsOf('reading', queries),
  )

interface ChangeRequestParams {
  spaceId: string
  changeRequestId: string
}

export const loadChangeRequest = ({ context: { queries }, params }: Route<ChangeRequestParams>): Promise<void> =>
  settled(
    queries.ensureQueryData(changeRequestQuery(params.spaceId, params.changeRequestId)),
    textsOf('changes', queries),
  )

/** Loads the pages of a change request, beside what `loadChangeRequest` loads. */
export const loadEditor = ({ context: { queries }, params }: Route<ChangeRequestParams>): Promise<void> =>
  settled(queries.ensureQueryData(pagesQuery(params)), textsOf('writing', queries))
