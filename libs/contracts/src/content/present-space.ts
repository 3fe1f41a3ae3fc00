import type { z } from 'zod'
import { withoutNulls } from '../shared/present-values.ts'
import type { siteVisibilities } from '../shared/primitives.ts'
import type { SpaceCounters, SpaceState } from './events.ts'
import { Language, type Space } from './spaces.ts'

/** The published site of a space: its audience, and the space's address there. */
export interface Publication {
  visibility: (typeof siteVisibilities)[number]
  address: string
}

/** A space's state without its counters, which have a separate event. */
export type UncountedSpace = Omit<z.output<typeof SpaceState>, keyof z.output<typeof SpaceCounters>>

interface SpaceView {
  counters: z.output<typeof SpaceCounters>
  /** The caller's permissions on the space. */
  permissions: Space['permissions']
  /** Undefined if the space is on no published site. */
  publication: Publication | undefined
  /** The system's public address. */
  publicUrl: string
}

/** Presents a space's state to one caller. */
export function presentSpace(
  state: UncountedSpace,
  { counters, permissions, publication, publicUrl }: SpaceView,
): Space {
  const location = `${publicUrl}/v1/spaces/${state.id}`
  const { id, title, createdAt, updatedAt, editMode, revision, defaultLevel } = state
  const { comments, changeRequests, changeRequestsOpen, changeRequestsDraft } = counters
  return {
    object: 'space',
    id,
    title,
    emoji: state.emoji ?? '',
    visibility: visibilityOf(state, publication),
    createdAt,
    updatedAt,
    editMode,
    mergeRules: { type: 'none' },
    urls: { location, app: location, ...publishedUrls(publication), ...withoutNulls({ icon: state.icon }) },
    organization: state.organizationId,
    revision,
    defaultLevel,
    comments,
    changeRequests,
    changeRequestsOpen,
    changeRequestsDraft,
    permissions,
    ...withoutNulls({
      parent: state.collectionId,
      // An unknown language, from a newer release, is left out: the contract does not allow it.
      language: Language.safeParse(state.language).data,
      deletedAt: state.deletedAt,
      gitSync: state.gitSync,
      visitorAuth: publication?.visibility === 'visitor-auth' ? { backend: 'custom' } : null,
    }),
  }
}

/** Removes the fields that visitors of a site may not see: the activity of writers, and the place in the organization. */
export function presentSpaceToVisitors({ parent: _, position: __, ...space }: Space): Space {
  const counters = { comments: 0, changeRequests: 0, changeRequestsOpen: 0, changeRequestsDraft: 0 }
  return { ...space, ...counters, defaultLevel: 'inherit' }
}

function publishedUrls(publication: Publication | undefined) {
  if (!publication) return {}
  const { address, visibility } = publication
  return { published: address, ...(visibility === 'public' && { public: address }) }
}

/** Derives the visibility from the space's location and publication; nobody sets it (docs/interface.md#spaces). */
function visibilityOf(
  { collectionId, defaultLevel }: UncountedSpace,
  publication: Publication | undefined,
): Space['visibility'] {
  // Whoever reads the space on an internal site may read it anyway, so nobody else sees it there.
  if (publication && publication.visibility !== 'members') return publication.visibility
  return collectionId && defaultLevel === 'inherit' ? 'in-collection' : 'private'
}
