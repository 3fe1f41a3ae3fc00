import { poolOf } from './row.ts'

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
    const shown = rows.slice(0, limit)
    const last = shown.at(-1)
    return {
      items: shown.map((row) => itemOf(row, publicUrl)),
      next: { page: Buffer.from(JSON.stringify([last?.joined_at, last?.id])).toString('base64url') },
      count: rows.length,
    }
  }
}

function itemOf(row: Record<string, Date>, publicUrl: string) {
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
