import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Choice } from '../../../parts/field.tsx'
import { useWordsOf } from '../../../words/words.ts'
import { SiteScreen } from '../site-screen.tsx'
import { structureQuery, useSite } from '../sites-queries.ts'
import { spacesOf, treeOf } from '../structure-tree.ts'
import styles from './customization.module.css'
import { SiteLooks } from './site-looks.tsx'
import { SpaceLooks } from './space-looks.tsx'

/** The looks of a site, or of one space on it, beside a page that shows them before they are saved. */
export function Customization() {
  const words = useWordsOf('customization')
  const { site } = useSite()
  return (
    <SiteScreen title={words.customization} lead={words.customizationLead} isWide>
      {site.permissions.create && <Looks />}
    </SiteScreen>
  )
}

function Looks() {
  const words = useWordsOf('customization')
  const navigate = useNavigate()
  const { params } = useSite()
  const { space } = useSearch({ strict: false })
  const { data } = useSuspenseQuery(structureQuery(params))
  const spaces = spacesOf(treeOf(data))
  const chosen = spaces.find(({ id }) => id === space)
  return (
    <>
      {spaces.length > 1 && (
        <div className={styles.of}>
          <Choice
            label={words.looksOf}
            value={chosen?.id ?? ''}
            options={[['', words.wholeSite], ...spaces.map(({ id, title }) => [id, title] as const)]}
            onChange={({ target }) =>
              void navigate({ to: '.', search: target.value === '' ? {} : { space: target.value }, replace: true })
            }
          />
        </div>
      )}
      {chosen ? <SpaceLooks key={chosen.id} space={chosen} /> : <SiteLooks />}
    </>
  )
}
