import { poolOf } from './row.ts'

const limit = 50
const firstSpaces = {
  name: 'spaces',
  text: `
    select space.*, site.visibility as site_visibility
    from space
    left join lateral (
      select site.visibility from site_space join site on site.id = site_space.site_id
      where site_space.space_id = space.id and site.published order by site_space.id limit 1
    ) site on true
    where space.organization_id = $1 and space.deleted_at is null
    order by space.id
    limit ${limit + 1}`,
}
const granted = ['view', 'access', 'admin', 'edit', 'comment', 'merge', 'review']
const absent = ['viewInviteLinks', 'triggerGitSync', 'installIntegration']
const permissions = Object.fromEntries([...granted.map((name) => [name, true]), ...absent.map((name) => [name, false])])

/** One prepared select of 50 spaces and where they are published, in the shape and the size of Quire's list. */
export function spacesReader(connectionString: string, publicUrl: string) {
  const pool = poolOf(connectionString)
  return async (organization: string): Promise<unknown> => {
    const { rows } = await pool.query({ ...firstSpaces, values: [organization] })
    const shown = rows.slice(0, limit)
    return {
      items: shown.map((row) => itemOf(row, publicUrl)),
      next: { page: Buffer.from(JSON.stringify([shown.at(-1)?.id])).toString('base64url') },
      count: rows.length,
    }
  }
}

function itemOf(row: Record<string, Date>, publicUrl: string) {
  const location = `${publicUrl}/v1/spaces/${row.id}`
  return {
    object: 'space',
    id: row.id,
    title: row.title,
    emoji: row.emoji ?? '',
    visibility: row.site_visibility ?? 'private',
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    editMode: row.edit_mode,
    mergeRules: { type: 'none' },
    urls: { location, app: location },
    organization: row.organization_id,
    revision: row.revision,
    defaultLevel: row.default_level,
    comments: row.comments,
    changeRequests: row.change_requests,
    changeRequestsOpen: row.change_requests_open,
    changeRequestsDraft: row.change_requests_draft,
    permissions,
  }
}
