import pg from 'pg'

/** The number of connections that a service has. */
const poolSize = 16

const poolOf = (connectionString: string) => new pg.Pool({ connectionString, max: poolSize })

/** One prepared select by primary key, over the rows that Quire reads. */
export function rowReader(connectionString: string) {
  const pool = poolOf(connectionString)
  return async (id: string): Promise<unknown> => {
    const { rows } = await pool.query({ name: 'space', text: 'select * from space where id = $1', values: [id] })
    return rows[0]
  }
}

const limit = 50
const newestMembers = {
  name: 'members',
  text: `
    select member.*, "user".display_name, "user".email
    from member join "user" on "user".id = member.user_id
    where member.organization_id = $1
    order by member.joined_at desc, member.id desc
    limit ${limit + 1}`,
}

/** One prepared select of 50 members and the people behind them, in the shape and the size of Quire's list. */
export function membersReader(connectionString: string, publicUrl: string) {
  const pool = poolOf(connectionString)
  return async (organization: string): Promise<unknown> => {
    const { rows } = await pool.query({ ...newestMembers, values: [organization] })
    const listed = rows.slice(0, limit)
    const last = listed.at(-1)
    return {
      items: listed.map((row) => memberItem(row, publicUrl)),
      next: { page: Buffer.from(JSON.stringify([last?.joined_at, last?.id])).toString('base64url') },
      count: rows.length,
    }
  }
}

function memberItem(row: Record<string, Date>, publicUrl: string) {
  return {
    object: 'member',
    id: row.user_id,
    role: row.role,
    user: {
      object: 'user',
      id: row.user_id,
      displayName: row.display_name,
      email: row.email,
      urls: { location: `${publicUrl}/v1/users/${row.user_id}` },
    },
    disabled: row.disabled,
    joinedAt: row.joined_at,
    ...(row.last_seen_at && { lastSeenAt: row.last_seen_at }),
    sso: row.sso,
    spaces: row.spaces,
    teams: row.teams,
  }
}

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
    const listed = rows.slice(0, limit)
    return {
      items: listed.map((row) => spaceItem(row, publicUrl)),
      next: { page: Buffer.from(JSON.stringify([listed.at(-1)?.id])).toString('base64url') },
      count: rows.length,
    }
  }
}

function spaceItem(row: Record<string, Date>, publicUrl: string) {
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

/** Tells the parent that the floor accepts connections, and ends the process with the parent. */
export function announce(): void {
  process.on('disconnect', () => process.exit(0))
  process.on('SIGTERM', () => process.exit(0))
  process.send?.({ type: 'ready' })
}
