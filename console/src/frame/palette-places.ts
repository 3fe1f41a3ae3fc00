import { faBook, faGear } from '@fortawesome/free-solid-svg-icons'
import { useQuery } from '@tanstack/react-query'
import { organizationQuery, workspaceQuery } from '../api/queries.ts'
import { useWordsOf } from '../words/words.ts'
import { abilitiesIn, administrationScreens } from './administration-screens.ts'
import { mainScreens } from './main-screens.ts'
import type { Entry } from './palette-entry.ts'

/** Returns the spaces and screens that the person may open. */
export function usePlaces(organizationId: string): { spaces: Entry[]; screens: Entry[] } {
  const words = useWordsOf('organization')
  const { data: workspace } = useQuery(workspaceQuery(organizationId))
  const { data: organization } = useQuery(organizationQuery(organizationId))
  const can = organization && workspace && abilitiesIn(organization, workspace)
  const main = mainScreens(organization)
  const known = new Set<string>(main.map(({ to }) => to))
  const addressOf = (to: string) => to.replace('$organizationId', organizationId)
  const screens: Entry[] = [
    ...main.map(({ to, name, icon }) => ({ icon, title: words[name], to: addressOf(to) })),
    { icon: faGear, title: words.settings, to: '/settings' },
    ...administrationScreens(can)
      .filter(({ to }) => !known.has(to))
      // Between the screens of everything else, “General” would say too little.
      .map(({ to, name }) => ({
        icon: faGear,
        title: words[name === 'general' ? 'administration' : name],
        to: addressOf(to),
      })),
  ]
  const titles = new Map(workspace?.collections.map(({ id, title }) => [id, title]))
  const spaces = (workspace?.spaces ?? []).map(({ id, title, parent }) => ({
    icon: faBook,
    title: title || words.untitled,
    detail: parent && titles.get(parent),
    to: `/s/${id}`,
  }))
  return { spaces, screens }
}
