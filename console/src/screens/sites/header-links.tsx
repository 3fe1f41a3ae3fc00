import { faEllipsis, faPlus } from '@fortawesome/free-solid-svg-icons'
import type { SiteCustomizationSettings } from '@quire/contracts'
import { Button, IconButton } from '../../parts/button.tsx'
import { Field } from '../../parts/field.tsx'
import { Menu, MenuItem } from '../../parts/menu.tsx'
import { MoveItems } from '../../parts/move-items.tsx'
import type { Move } from '../../parts/moves.ts'
import { SortableRow } from '../../parts/sortable-row.tsx'
import { Sortables } from '../../parts/sortables.tsx'
import { useWordsOf } from '../../words/words.ts'
import styles from './customization.module.css'

type Links = SiteCustomizationSettings['header']['links']

interface HeaderLinksProps {
  links: Links
  onChange: (links: Links) => void
}

/** The links of the header. Those to something else than an address keep their targets, and menus what is in them. */
export function HeaderLinks({ links, onChange }: HeaderLinksProps) {
  const words = useWordsOf('customization')
  const change = (at: number, fields: Partial<Links[number]>) =>
    onChange(links.map((link, index) => (index === at ? { ...link, ...fields } : link)))
  return (
    <fieldset className={styles.pair}>
      <legend>{words.headerLinks}</legend>
      <Sortables
        items={links.map(({ title }, index) => ({ id: String(index), title }))}
        mayMove={({ where }) => where !== 'inside'}
        onMove={async (move) => onChange(moved(links, move))}
      >
        <ul className={styles.links}>
          {links.map((link, at) => (
            // The links have no ids; whoever moves one sees it at its new place.
            <li key={at}>
              <SortableRow id={String(at)} className={styles.link}>
                <div>
                  <Field
                    label={words.linkTitle(at + 1)}
                    placeholder={words.title}
                    value={link.title}
                    required
                    maxLength={128}
                    onChange={({ target }) => change(at, { title: target.value })}
                  />
                  {link.to?.kind === 'url' && (
                    <Field
                      label={words.linkAddress(at + 1)}
                      placeholder="https://"
                      type="url"
                      value={link.to.url}
                      required
                      onChange={({ target }) => change(at, { to: { kind: 'url', url: target.value } })}
                    />
                  )}
                </div>
                <Menu align="end" trigger={<IconButton icon={faEllipsis} label={words.actionsFor(link.title)} />}>
                  <MoveItems id={String(at)} />
                  <MenuItem isDangerous onSelect={() => onChange(links.filter((_, index) => index !== at))}>
                    {words.removeLink}
                  </MenuItem>
                </Menu>
              </SortableRow>
            </li>
          ))}
        </ul>
      </Sortables>
      <span>
        <Button
          icon={faPlus}
          onClick={() => onChange([...links, { title: '', to: { kind: 'url', url: 'https://' }, links: [] }])}
        >
          {words.addLink}
        </Button>
      </span>
    </fieldset>
  )
}

/** Returns the links with one of them moved beside another. */
function moved(links: Links, { item, target, where }: Move): Links {
  const [from, to] = [Number(item), Number(target)]
  const link = links[from]
  if (!link) return links
  const place = to + (where === 'after' ? 1 : 0)
  return [...links.slice(0, place), link, ...links.slice(place)].filter(
    (_, index) => index !== (from < place ? from : from + 1),
  )
}
