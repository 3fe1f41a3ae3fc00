import { sql as raw } from 'kysely'
import type { Writer } from '../database.ts'
import { emailKey } from '../users/emails.ts'
import type { UserRow } from '../users/users.state.ts'

/** Stands for the name of a deleted person wherever they did something. */
export const formerMember = 'A former member'

/** Erases the names that audit events have of the person, and the address in invitations and what providers said of them. */
export async function eraseFromAuditEvents({ sql }: Writer, { id, email }: UserRow): Promise<void> {
  await raw`update audit_event set actor_label = ${formerMember} where actor_id = ${id} and actor_label is not null`.execute(
    sql,
  )
  await raw`
    update audit_event set target_label = ${formerMember}
    where target_type = 'user' and target_id = ${id} and target_label is not null`.execute(sql)
  await raw`
    update audit_event set target_id = ${formerMember}
    where target_type = 'invite' and lower(target_id collate "C") = ${emailKey(email)}`.execute(sql)
  await raw`
    update audit_event set payload = jsonb_set(payload, '{invited}', (
      select coalesce(jsonb_agg(case when lower((one #>> '{}') collate "C") = ${emailKey(email)} then to_jsonb(${formerMember}::text) else one end), '[]')
      from jsonb_array_elements(payload -> 'invited') one
    ))
    where action = 'inviteUsersToOrganization' and exists (
      select from jsonb_array_elements_text(payload -> 'invited') one where lower(one collate "C") = ${emailKey(email)}
    )`.execute(sql)
  await raw`
    update audit_event set payload = payload - 'movedAddress'
    where action in ('replaceScimUser', 'patchScimUser') and target_id = ${id} and payload -> 'movedAddress' is not null`.execute(
    sql,
  )
  // Events of earlier versions repeat the address.
  await raw`
    update audit_event set payload = payload #- '{values,userName}'
    where action in ('createScimUser', 'replaceScimUser') and payload #> '{values,userName}' is not null
      and (target_id = ${id} or lower((payload #>> '{values,userName}') collate "C") = ${emailKey(email)})`.execute(sql)
  // Earlier versions repeat members of teams as the request named them, which may be by their addresses.
  const quoted = `"${email.replace(/[^\p{L}\p{N}_@]/gu, '\\$&')}"`
  await raw`
    update audit_event set payload = regexp_replace(payload::text, ${quoted}, to_jsonb(${formerMember}::text)::text, 'gi')::jsonb
    where action = 'updateMembersInOrganizationTeam' and payload::text ~* ${quoted}`.execute(sql)
}
