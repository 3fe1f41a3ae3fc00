import { faPlus } from '@fortawesome/free-solid-svg-icons'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { organizationsQuery, spaceQuery } from '../api/queries.ts'
import { Menu, MenuChoices, MenuItem, MenuLine } from '../parts/menu.tsx'
import { useWords } from '../words/words.ts'

/** The person's organizations, and a new one. */
export default function OrganizationMenu({ trigger }: { trigger: ReactElement }) {
  const words = useWords()
  const navigate = useNavigate()
  const { organizationId, spaceId } = useParams({ strict: false })
  const { data: organizations = [] } = useQuery(organizationsQuery)
  const { data: space } = useQuery({ ...spaceQuery(spaceId ?? ''), enabled: spaceId !== undefined })
  return (
    <Menu trigger={trigger} defaultOpen>
      <MenuChoices
        label={words.organizations}
        value={organizationId ?? space?.organization ?? ''}
        options={organizations.map(({ id, title }) => [id, title] as const)}
        onChoose={(one) => void navigate({ to: '/o/$organizationId', params: { organizationId: one } })}
      />
      <MenuLine />
      <MenuItem icon={faPlus} onSelect={() => void navigate({ to: '/', search: { new: true } })}>
        {words.newOrganization}
      </MenuItem>
    </Menu>
  )
}
