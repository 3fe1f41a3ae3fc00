import { type Level, permissionsOfSpace, shownLevel } from '@quire/access'
import { type Space, timestamp, withoutNulls } from '@quire/contracts'
import { sql as raw } from 'kysely'
import type { Sql } from '../database.ts'
import type { SpaceRow } from './spaces.state.ts'

/** The published site a space is on. */
export interface Publication {
  visibility: 'public' | 'unlisted' | 'share-link' | 'visitor-auth'
  address: string
}

/** The published site each of these spaces is on, by space; the oldest where there are several. */
export async function publicationsOf(sql: Sql, spaceIds: string[]): Promise<Map<string, Publication>> {
  if (spaceIds.length === 0) return new Map()
  const rows = await sql
    .selectFrom('site_space')
    .innerJoin('site', 'site.id', 'site_space.site_id')
    .select([
      'site_space.space_id',
      'site.visibility',
      raw<string>`site.address || '/' || site_space.path`.as('address'),
    ])
    .where('site_space.space_id', 'in', spaceIds)
    .where('site.published', '=', true)
    .orderBy('site_space.id', 'desc')
    .execute()
  return new Map(rows.map(({ space_id, visibility, address }) => [space_id, { visibility, address }]))
}

/** One space as the interface shows it; its publication is looked up. */
export async function showSpace(sql: Sql, row: SpaceRow, level: Level, publicUrl: string): Promise<Space> {
  const publications = await publicationsOf(sql, [row.id])
  return presentSpace(row, level, publications.get(row.id), publicUrl)
}

/** Interface 2.9, for a caller whose level on the space is `level`. */
export function presentSpace(
  row: SpaceRow,
  level: Level,
  publication: Publication | undefined,
  publicUrl: string,
): Space {
  const location = `${publicUrl}/v1/spaces/${row.id}`
  const isPublic = publication?.visibility === 'public'
  return {
    object: 'space',
    id: row.id,
    title: row.title,
    emoji: row.emoji ?? '',
    visibility: visibilityOf(row, publication),
    createdAt: timestamp(row.created_at),
    updatedAt: timestamp(row.updated_at),
    editMode: row.edit_mode,
    mergeRules: { type: 'none' },
    urls: {
      location,
      app: location,
      ...withoutNulls({ published: publication?.address, public: isPublic ? publication.address : null }),
    },
    organization: row.organization_id,
    revision: row.revision,
    defaultLevel: shownLevel(row.default_level),
    comments: row.comments,
    changeRequests: row.change_requests,
    changeRequestsOpen: row.change_requests_open,
    changeRequestsDraft: row.change_requests_draft,
    permissions: permissionsOfSpace(level),
    ...withoutNulls({
      parent: row.collection_id,
      language: row.language as Space['language'] | null,
      deletedAt: row.deleted_at && timestamp(row.deleted_at),
      visitorAuth: publication?.visibility === 'visitor-auth' ? { backend: 'custom' } : null,
    }),
  }
}

/** Derived (design 6): the published site's, else the collection's for who inherits from one, else private. */
function visibilityOf(row: SpaceRow, publication: Publication | undefined): Space['visibility'] {
  if (publication) return publication.visibility
  return row.collection_id && row.default_level === 'inherit' ? 'in-collection' : 'private'
}
