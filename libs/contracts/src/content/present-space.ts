import type { z } from 'zod'
import { withoutNulls } from '../shared/present.ts'
import type { siteVisibilities } from '../shared/site-visibilities.ts'
import type { SpaceCounters, SpaceState } from './events.ts'
import { Language, type Space } from './spaces.ts'

/** The published site a space is on: its audience, and where readers find the space. */
export interface Publication {
  visibility: (typeof siteVisibilities)[number]
  address: string
}

/** A space's state without its counters, which have an event of their own. */
export type UncountedSpace = Omit<z.output<typeof SpaceState>, keyof z.output<typeof SpaceCounters>>

interface SpaceView {
  counters: z.output<typeof SpaceCounters>
  /** What the caller may do on the space. */
  permissions: Space['permissions']
  /** Undefined where the space is on no published site. */
  publication: Publication | undefined
  /** The system's public address. */
  publicUrl: string
}

/** The Space of a state, for one caller. */
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
      // A language of a newer release is left out rather than shown where the contract does not know it.
      language: Language.safeParse(state.language).data,
      deletedAt: state.deletedAt,
      visitorAuth: publication?.visibility === 'visitor-auth' ? { backend: 'custom' } : null,
    }),
  }
}

/** The space as the visitors of a site see it: without what its writers do, and where in the organization it is. */
export function asVisitorsSee({ parent: _, ...space }: Space): Space {
  const counters = { comments: 0, changeRequests: 0, changeRequestsOpen: 0, changeRequestsDraft: 0 }
  return { ...space, ...counters, defaultLevel: 'inherit' }
}

function publishedUrls(publication: Publication | undefined) {
  if (!publication) return {}
  const { address, visibility } = publication
  return { published: address, ...(visibility === 'public' && { public: address }) }
}

/** Visibility follows from where the space is; nobody sets it (docs/interface.md#spaces). */
function visibilityOf(
  { collectionId, defaultLevel }: UncountedSpace,
  publication: Publication | undefined,
): Space['visibility'] {
  if (publication) return publication.visibility
  return collectionId && defaultLevel === 'inherit' ? 'in-collection' : 'private'
}
