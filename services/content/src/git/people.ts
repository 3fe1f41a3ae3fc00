import { sql as raw } from 'kysely'
import type { Sql } from '../database.ts'

/** A person as a commit names them. */
export interface CommitPerson {
  name: string
  email: string
}

/** The address that marks the commits that this system makes for people. */
export const committerEmail = (publicUrl: string) => `noreply@${new URL(publicUrl).hostname}`

export const committer = (publicUrl: string): CommitPerson => ({ name: 'Quire', email: committerEmail(publicUrl) })

const maxPeople = 50

interface Change {
  author: string
  subject: string | null
}

/**
 * Returns the people whose changes became live after a revision, the last one first, and the subjects of their change
 * requests. `fallback` is the person who asked for the commit, for a space without such changes.
 */
export async function findAuthors(
  sql: Sql,
  { spaceId, after, fallback }: { spaceId: string; after: string | undefined; fallback: string },
): Promise<{ people: CommitPerson[]; subjects: string[] }> {
  const { rows } = await raw<Change>`
    select coalesce(request.created_by, revision.created_by) as author, request.subject
    from revision
    left join change_request request on request.space_id = revision.space_id and request.revision_merged = revision.id
    where revision.space_id = ${spaceId} and revision.change_request_id is null and revision.git is null
      and revision.created_by is not null
      and revision.id > ${after ?? ''}
    order by revision.id desc limit ${maxPeople}`.execute(sql)
  const ids = [...new Set([...rows.map(({ author }) => author), fallback])]
  const found = await sql.selectFrom('person').select(['id', 'display_name', 'email']).where('id', 'in', ids).execute()
  const known = new Map(found.map(({ id, display_name: name, email }) => [id, { name: name || email, email }]))
  const wanted = rows.length > 0 ? ids.filter((id) => rows.some(({ author }) => author === id)) : [fallback]
  return {
    people: wanted.flatMap((id) => known.get(id) ?? []),
    subjects: [...new Set(rows.flatMap(({ subject }) => subject || []))],
  }
}

/** Returns a person as a line of Git has them: no sign that ends a name or an address, and no line end. */
export function personLine({ name, email }: CommitPerson): string {
  const plain = (text: string) =>
    text
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they would end the line
      .replaceAll(/[\u0000-\u001f\u007f<>]/g, ' ')
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, 200)
  return `${plain(name) || 'Somebody'} <${plain(email).replaceAll(' ', '')}>`
}
