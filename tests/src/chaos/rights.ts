import type { Holdings } from '../support/content-acts.ts'
import type { Client, Person } from '../support/load-client.ts'
import { type Losses, mayBeLost } from '../support/losses.ts'
import type { Processes } from '../support/processes.ts'
import { withDatabases } from '../support/system-databases.ts'

const refused = [401, 403, 404]

export interface Worker {
  client: Client
  holdings: Holdings
}

/**
 * Compares what people and tokens get with identity's tables: members in force read their organization at every service,
 * others nowhere. A membership that ended and came back with a restore stays refused. Revoked tokens are refused; one that a
 * database has lost cannot be revoked (docs/adr/0040).
 */
export async function wrongRights(
  system: Processes,
  { workers, people, passing, losses }: { workers: Worker[]; people: Person[]; passing: Person; losses: Losses },
): Promise<string[]> {
  const { members, tokens } = await withDatabases(system, async ({ identity }) => ({
    members: (await identity.query('select organization_id, user_id from member where not disabled')).rows,
    tokens: (await identity.query('select id from token where revoked_at is null and expires_at > now()')).rows,
  }))
  const mayHaveReturned = losses.some(({ owner }) => owner === 'identity')
  const inForce = new Set(members.map((row) => `${row.organization_id} ${row.user_id}`))
  const valid = new Set(tokens.map((row) => `/user/tokens/${row.id}`))
  const found = workers.map(async ({ client, holdings: { organization } }) => {
    const wrong: string[] = []
    for (const person of [...people, passing]) {
      const isMember = inForce.has(`${organization} ${person.id}`)
      for (const rest of ['', '/spaces', '/sites']) {
        const path = `/orgs/${organization}${rest}`
        const status = await client.statusFor(person.token, path)
        const isRefused = status !== undefined && refused.includes(status)
        const isRight = isMember ? status === 200 || (mayHaveReturned && person === passing && isRefused) : isRefused
        if (!isRight) wrong.push(`${path} answers ${status} to ${isMember ? 'a member' : 'somebody who is no member'}`)
      }
    }
    const lost = new Set(
      client
        .allMade()
        .filter((one) => mayBeLost(one, losses))
        .map(({ path }) => path),
    )
    for (const [path, secret] of client.allIssued()) {
      if (valid.has(path) || lost.has(path)) continue
      const status = await client.statusFor(secret, '/user')
      if (status !== 401) wrong.push(`/user answers ${status} to the revoked token at ${path}`)
    }
    return wrong
  })
  return (await Promise.all(found)).flat()
}
