import { Switch } from '../../parts/field.tsx'
import { useWordsOf } from '../../words/words.ts'
import type { Page } from '../space/pages.ts'
import type { PageFields, PageLooks } from './changed-settings.ts'
import styles from './page-settings.module.css'

interface LooksProps {
  type: Page['type']
  fields: PageFields
  onFields: (fields: Partial<PageFields>) => void
  looks: Partial<PageLooks>
  onLooks: (looks: Partial<PageLooks>) => void
}

const parts = ['title', 'description', 'tableOfContents', 'outline', 'pagination'] as const

/** Asks where sites show a page, and which parts of it they show. */
export function PageLooksFields({ type, fields, onFields, looks, onLooks }: LooksProps) {
  const words = useWordsOf('writing')
  const reviewWords = useWordsOf('changes')
  return (
    <fieldset className={styles.parts}>
      <legend>{words.shownOnSites}</legend>
      <Switch label={words.hiddenOnSites} isOn={fields.hidden} onChange={(hidden) => onFields({ hidden })} />
      {type !== 'link' && (
        <>
          <Switch label={words.leftOutOfSearch} isOn={fields.noIndex} onChange={(noIndex) => onFields({ noIndex })} />
          <Switch
            label={words.leftOutByRobots}
            isOn={fields.noRobotsIndex}
            onChange={(noRobotsIndex) => onFields({ noRobotsIndex })}
          />
        </>
      )}
      {type === 'document' && (
        <>
          <Switch
            label={reviewWords.layoutParts.wide}
            isOn={looks.width === 'wide'}
            onChange={(isWide) => onLooks({ width: isWide ? 'wide' : 'default' })}
          />
          {parts.map((part) => (
            <Switch
              key={part}
              label={reviewWords.layoutParts[part]}
              isOn={looks[part] === true}
              onChange={(isShown) => onLooks({ [part]: isShown })}
            />
          ))}
        </>
      )}
    </fieldset>
  )
}
