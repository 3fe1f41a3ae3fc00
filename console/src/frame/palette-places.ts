import { faBook, faFolder, faGear, faStar } from '@fortawesome/free-solid-svg-icons'
import type { Space } from '@quire/contracts'
import { useQuery } from '@tanstack/react-query'
import { organizationQuery, personalSpacesQuery, workspaceQuery } from '../api/queries.ts'
import { useWordsOf } from '../words/words.ts'
import { abilitiesIn, administrationScreens } from './administration-screens.ts'
import { mainScreens } from './main-screens.ts'
import type { Entry } from './palette-entry.ts'

/** Returns the spaces, favourites first, the collections and the screens that the person may open. */
export function usePlaces(organizationId: string): Record<'spaces' | 'collections' | 'screens', Entry[]> {
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
  const { data: personal } = useQuery(personalSpacesQuery(organizationId))
  const { collections = [], spaces = [] } = workspace ?? {}
  const titles = new Map(collections.map(({ id, title }) => [id, title]))
  const favorites = new Set(personal?.favorites.map(({ id }) => id))
  const entryOf = ({ id, title, parent }: Space): Entry => ({
    icon: favorites.has(id) ? faStar : faBook,
    title: title || words.untitled,
    detail: parent && titles.get(parent),
    to: `/s/${id}`,
  })
  const [marked = [], others = []] = [true, false].map((isMarked) =>
    spaces.filter(({ id }) => favorites.has(id) === isMarked).map(entryOf),
  )
  return {
    // The spaces that the person has marked are those that they look for most often.
    spaces: [...marked, ...others],
    collections: collections.flatMap(({ id, title, parent, permissions }) => {
      // A collection has a screen for whoever manages it; others are led to the first space in it.
      const first = spaces.find((space) => space.parent === id)
      const to = permissions.admin ? addressOf(`/o/$organizationId/collections/${id}`) : first && `/s/${first.id}`
      const detail = (parent && titles.get(parent)) || words.collection
      return to === undefined ? [] : [{ icon: faFolder, title: title || words.untitled, detail, to }]
    }),
    screens,
  }
}
