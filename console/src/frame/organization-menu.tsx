import { faPlus, faRightToBracket } from '@fortawesome/free-solid-svg-icons'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { meQuery, organizationsQuery, spaceQuery } from '../api/queries.ts'
import { Menu, MenuChoices, MenuItem, MenuLine } from '../parts/menu.tsx'
import { useWordsOf } from '../words/words.ts'
import { joinableQuery } from './joinable.ts'

/** The person's organizations, those that their address opens, and a new one. */
export default function OrganizationMenu({ trigger }: { trigger: ReactElement }) {
  const words = useWordsOf('account')
  const navigate = useNavigate()
  const { organizationId, spaceId } = useParams({ strict: false })
  const { data: organizations = [] } = useQuery(organizationsQuery)
  const { data: me } = useQuery(meQuery)
  const { data: joinable = [] } = useQuery(joinableQuery(me?.email))
  const { data: space } = useQuery({ ...spaceQuery(spaceId ?? ''), enabled: spaceId !== undefined })
  // One joins on the screen of a new organization, which says by which address, and why one was refused.
  const add = () => void navigate({ to: '/', search: { new: true } })
  return (
    <Menu trigger={trigger} defaultOpen>
      <MenuChoices
        label={words.organizations}
        value={organizationId ?? space?.organization ?? ''}
        options={organizations.map(({ id, title }) => [id, title] as const)}
        onChoose={(one) => void navigate({ to: '/o/$organizationId', params: { organizationId: one } })}
      />
      <MenuLine />
      {joinable.map(({ id, title }) => (
        <MenuItem key={id} icon={faRightToBracket} onSelect={add}>
          {words.joinNamed(title)}
        </MenuItem>
      ))}
      <MenuItem icon={faPlus} onSelect={add}>
        {words.newOrganization}
      </MenuItem>
    </Menu>
  )
}
