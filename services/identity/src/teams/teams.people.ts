import { badRequest } from '@quire/kit'
import type { Writer } from '../context.ts'
import { emailKey, findUsersByEmail } from '../users/emails.ts'

/** Ids of people who are named by id or by e-mail address; an address nobody has is no id. */
export async function idsOfPeople({ sql }: Pick<Writer, 'sql'>, people: string[]): Promise<Map<string, string>> {
  const addresses = people.filter((one) => one.includes('@'))
  const users = await findUsersByEmail(sql, addresses)
  return new Map(people.map((one) => [one, users.get(emailKey(one))?.id ?? one]))
}

interface Named {
  add?: string[] | undefined
  memberships?: Record<string, { role: 'owner' | 'member' }> | undefined
  remove?: string[] | undefined
}

/** A change of a team's members by id; throws 400 where one person is given two roles. */
export async function changeById(context: Pick<Writer, 'sql'>, { add = [], memberships = {}, remove = [] }: Named) {
  const ids = await idsOfPeople(context, [...add, ...Object.keys(memberships), ...remove])
  const put = new Map<string, 'owner' | 'member' | undefined>()
  const idOf = (person: string) => ids.get(person) ?? person
  for (const person of add) put.set(idOf(person), undefined)
  for (const [person, { role }] of Object.entries(memberships)) {
    const before = put.get(idOf(person))
    if (before && before !== role) throw badRequest('body.memberships', `${person} is named twice with two roles`)
    put.set(idOf(person), role)
  }
  const removed = new Set(remove.map(idOf))
  for (const id of removed) put.delete(id)
  return { put, remove: removed }
}
