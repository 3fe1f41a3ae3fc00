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
  /** The people who changed the branch of the change request, the first one first. */
  contributors: string[] | null
}

/**
 * Returns the people whose changes became live after a revision, and the subjects of their change requests, each on one
 * line. The last change comes first; of a change request, whoever made it, and then those who worked on its branch.
 * `fallback` is the person who asked for the commit, for a space without such changes.
 */
export async function findAuthors(
  sql: Sql,
  { spaceId, after, fallback }: { spaceId: string; after: string | undefined; fallback: string },
): Promise<{ people: CommitPerson[]; subjects: string[] }> {
  const { rows } = await raw<Change>`
    select coalesce(request.created_by, revision.created_by) as author, request.subject,
      array(select user_id from change_request_contributor
        where change_request_id = request.id and action_type = 'edit'
        order by updated_at, user_id limit ${maxPeople}) as contributors
    from revision
    left join change_request request on request.space_id = revision.space_id and request.revision_merged = revision.id
    where revision.space_id = ${spaceId} and revision.change_request_id is null and revision.git is null
      and revision.created_by is not null
      and revision.id > ${after ?? ''}
    order by revision.id desc limit ${maxPeople}`.execute(sql)
  const changed = rows.flatMap(({ author, contributors }) => [author, ...(contributors ?? [])])
  const ids = [...new Set(changed.length > 0 ? changed : [fallback])].slice(0, maxPeople)
  const found = await sql.selectFrom('person').select(['id', 'display_name', 'email']).where('id', 'in', ids).execute()
  const known = new Map(found.map(({ id, display_name: name, email }) => [id, { name: name || email, email }]))
  return {
    people: ids.flatMap((id) => known.get(id) ?? []),
    subjects: [...new Set(rows.flatMap(({ subject }) => plain(subject ?? '', maxSubject) || []))],
  }
}

const maxSubject = 1000
const maxName = 200

/**
 * Returns a text on one line, without the signs that end a name in Git: a subject must not add a trailer that names
 * somebody else.
 */
const plain = (text: string, length: number) =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they would end the line
    .replaceAll(/[\u0000-\u001f\u007f-\u009f]/g, ' ')
    .replace(/\s+/g, ' ')
    .slice(0, length)
    .toWellFormed()
    .trim()

/**
 * Returns a person as a line of Git has them. A person without a name, or without an address, has those of `otherwise`,
 * since servers refuse commits without.
 */
export function personLine({ name, email }: CommitPerson, otherwise: CommitPerson): string {
  const inLine = (text: string) => plain(text.replaceAll(/[<>]/g, ' '), maxName)
  const address = inLine(email).replaceAll(' ', '')
  return `${inLine(name) || otherwise.name} <${address || otherwise.email}>`
}
