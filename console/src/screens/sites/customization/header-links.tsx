import type { SiteCustomizationSettings } from '@quire/contracts'
import { Choice, Field, Switch } from '../../../parts/field.tsx'
import { useWordsOf } from '../../../words/words.ts'
import styles from './customization.module.css'
import { LinkRows, newLink } from './link-rows.tsx'

type Links = SiteCustomizationSettings['header']['links']
type Look = NonNullable<Links[number]['style']>

interface HeaderLinksProps {
  links: Links
  onChange: (links: Links) => void
}

/** The links of the header, each with its look, its condition, and the menu that it opens. */
export function HeaderLinks({ links, onChange }: HeaderLinksProps) {
  const words = useWordsOf('customization')
  return (
    <LinkRows
      legend={words.headerLinks}
      links={links}
      onChange={onChange}
      blank={{ ...newLink, links: [] }}
      add={words.addLink}
      titleAt={words.linkTitle}
      maxTitle={128}
      below={(link, change) => (
        <details className={styles.more}>
          <summary>{words.moreOf(link.title)}</summary>
          <div>
            <Choice
              label={words.linkLook}
              value={link.style ?? 'link'}
              options={Object.entries<string>(words.linkLooks)}
              onChange={({ target }) => change({ style: target.value as Look })}
            />
            <Field
              label={words.linkCondition}
              hint={words.linkConditionHint}
              value={link.condition ?? ''}
              maxLength={1024}
              spellCheck={false}
              onChange={({ target }) => change({ condition: target.value === '' ? undefined : target.value })}
            />
            <LinkRows
              legend={words.menuLinks}
              within={link.title}
              links={link.links}
              onChange={(entries) => change({ links: entries })}
              blank={newLink}
              add={words.addMenuLink}
              titleAt={words.linkTitle}
              maxTitle={64}
            />
            {link.links.length > 0 && (
              <Switch
                label={words.onlyMenu}
                isOn={link.to === null}
                onChange={(isOnlyMenu) => change({ to: isOnlyMenu ? null : newLink.to })}
              />
            )}
          </div>
        </details>
      )}
    />
  )
}
