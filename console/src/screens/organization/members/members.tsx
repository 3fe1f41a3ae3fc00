import { faUserPlus } from '@fortawesome/free-solid-svg-icons'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { Button } from '../../../parts/button.tsx'
import { Choice, Field } from '../../../parts/field.tsx'
import { ListEnd } from '../../../parts/list-end.tsx'
import rows from '../../../parts/rows.module.css'
import { Screen, Section } from '../../../parts/screen.tsx'
import { useSettled } from '../../../parts/use-settled.ts'
import { useWordsOf } from '../../../words/words.ts'
import { roleOptions } from '../frame/roles.ts'
import { useOrganization } from '../frame/use-organization.ts'
import { InviteDialog } from './invite-dialog.tsx'
import { InviteLinks } from './invite-links.tsx'
import { Invites } from './invites.tsx'
import { MemberRow } from './member-row.tsx'
import { useMembers } from './members-queries.ts'

const typingMs = 200

/** The people of an organization: their roles, and who is invited. */
export function Members() {
  const words = useWordsOf('organization')
  const organization = useOrganization()
  const { admin: isAdmin } = organization.permissions
  const [search, setSearch] = useState('')
  const [role, setRole] = useState('')
  const { invite: isInviting = false } = useSearch({
    from: '/signed-in/frame/o/$organizationId/administration/members',
  })
  const navigate = useNavigate()
  const setInviting = (invite?: true) =>
    void navigate({ to: '.', search: { invite }, replace: true, resetScroll: false })
  const filter = { search: useSettled(search, typingMs), role }
  const members = useMembers(organization.id, filter)
  const isFiltered = search.trim() !== '' || role !== ''
  const field = useRef<HTMLInputElement>(null)
  const clear = () => {
    setSearch('')
    setRole('')
    field.current?.focus()
  }
  const invite = (
    <Button kind="primary" icon={faUserPlus} onClick={() => setInviting(true)}>
      {words.invite}
    </Button>
  )
  return (
    <Screen title={words.members} actions={isAdmin && invite}>
      <div className={rows.tools}>
        <Field
          ref={field}
          label={words.findMember}
          type="search"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
        <Choice
          label={words.role}
          value={role}
          options={[['', words.everyRole], ...roleOptions(words)]}
          onChange={({ target }) => setRole(target.value)}
        />
      </div>
      {isAdmin && <Invites organization={organization} filter={filter} />}
      {isAdmin && <InviteLinks organization={organization} />}
      <Section title={members.isSuccess ? words.membersCount(members.count ?? members.items.length) : words.members}>
        <ul className={rows.rows}>
          {members.items.map((member) => (
            <MemberRow key={member.id} member={member} organization={organization} />
          ))}
        </ul>
        {members.isSuccess && members.items.length === 0 && (
          <div className={rows.tools}>
            <p role="status">{isFiltered ? words.noMembersMatch : words.noMembersFound}</p>
            {isFiltered && <Button onClick={clear}>{words.showEverybody}</Button>}
          </div>
        )}
        <ListEnd list={members} />
      </Section>
      {isAdmin && isInviting && <InviteDialog organization={organization} onClose={() => setInviting()} />}
    </Screen>
  )
}
