import type { Holdings } from '../support/content-acts.ts'
import type { Client, Person } from '../support/load-client.ts'
import type { Processes } from '../support/processes.ts'
import { withDatabases } from '../support/system-databases.ts'

const refused = [401, 403, 404]

export interface Worker {
  client: Client
  holdings: Holdings
}

/**
 * Compares what people and tokens get with identity's tables: members in force read their organization at every service,
 * others nowhere. Revoked tokens are refused, and tokens that a database has lost (docs/adr/0040).
 */
export async function wrongRights(
  system: Processes,
  { workers, people }: { workers: Worker[]; people: Person[] },
): Promise<string[]> {
  const { members, tokens } = await withDatabases(system, async ({ identity }) => ({
    members: (await identity.query('select organization_id, user_id from member where not disabled')).rows,
    tokens: (await identity.query('select id from token where revoked_at is null and expires_at > now()')).rows,
  }))
  const inForce = new Set(members.map((row) => `${row.organization_id} ${row.user_id}`))
  const valid = new Set(tokens.map((row) => `/user/tokens/${row.id}`))
  const found = workers.map(async ({ client, holdings: { organization } }) => {
    const wrong: string[] = []
    for (const person of people) {
      const isMember = inForce.has(`${organization} ${person.id}`)
      for (const rest of ['', '/spaces', '/sites']) {
        const path = `/orgs/${organization}${rest}`
        const status = await client.statusFor(person.token, path)
        const isRight = isMember ? status === 200 : status !== undefined && refused.includes(status)
        if (!isRight) wrong.push(`${path} answers ${status} to ${isMember ? 'a member' : 'somebody who is no member'}`)
      }
    }
    for (const [path, secret] of client.allIssued()) {
      if (valid.has(path)) continue
      const status = await client.statusFor(secret, '/user')
      if (status !== 401) wrong.push(`/user answers ${status} to the revoked token at ${path}`)
    }
    return wrong
  })
  return (await Promise.all(found)).flat()
}
