import { faEllipsis, faPlus } from '@fortawesome/free-solid-svg-icons'
import { type ReactNode, useId } from 'react'
import { Button, IconButton } from '../../../parts/button.tsx'
import { Field } from '../../../parts/field.tsx'
import { Menu, MenuItem } from '../../../parts/menu.tsx'
import { MoveItems } from '../../../parts/move-items.tsx'
import type { Move } from '../../../parts/moves.ts'
import { SortableRow } from '../../../parts/sortable-row.tsx'
import { Sortables } from '../../../parts/sortables.tsx'
import { useWordsOf } from '../../../words/words.ts'
import styles from './customization.module.css'
import { LinkTarget, type Target } from './link-target.tsx'

/** An entry with a title; groups of links have no target of their own. */
interface Entry {
  title: string
  to?: Target | null
}

interface LinkRowsProps<Row extends Entry> {
  legend: string
  /** The title of the entry that these lie in, for the names of their fields; absent for a list of which there is one. */
  within?: string
  links: readonly Row[]
  onChange: (links: Row[]) => void
  /** An entry that was just added. */
  blank: Row
  add: string
  /** The label of the field for the title of the entry at a place, from 1. */
  titleAt: (at: number) => string
  maxTitle: number
  /** Renders further fields below those of an entry; `change` sets fields of it. */
  below?: (link: Row, change: (fields: Partial<Row>) => void) => ReactNode
}

export const newLink = { title: '', to: { kind: 'url', url: 'https://' } } as const

/** Links that people add, sort and remove. */
export function LinkRows<Row extends Entry>(props: LinkRowsProps<Row>) {
  const { legend, within, links, onChange, blank, add, titleAt, maxTitle, below } = props
  const words = useWordsOf('customization')
  const list = useId()
  // The links have no ids; whoever moves one sees it at its new place.
  const idAt = (at: number) => `${list}-${at}`
  const nameIn = (label: string) => (within === undefined ? label : `${within}: ${label}`)
  const change = (at: number, fields: Partial<Row>) =>
    onChange(links.map((link, index) => (index === at ? { ...link, ...fields } : link)))
  return (
    <fieldset className={styles.list}>
      <legend>{legend}</legend>
      <Sortables
        items={links.map(({ title }, at) => ({ id: idAt(at), title }))}
        mayMove={({ where }) => where !== 'inside'}
        onMove={async (move) => onChange(moved(links, idAt, move))}
      >
        <ul className={styles.links}>
          {links.map((link, at) => (
            <li key={at}>
              <SortableRow id={idAt(at)} className={styles.link}>
                <div>
                  <Field
                    label={nameIn(titleAt(at + 1))}
                    placeholder={words.title}
                    value={link.title}
                    required
                    maxLength={maxTitle}
                    onChange={({ target }) => change(at, { title: target.value } as Partial<Row>)}
                  />
                  {link.to && (
                    <LinkTarget
                      at={at + 1}
                      nameIn={nameIn}
                      target={link.to}
                      onChange={(to) => change(at, { to } as Partial<Row>)}
                    />
                  )}
                </div>
                <Menu align="end" trigger={<IconButton icon={faEllipsis} label={words.actionsFor(link.title)} />}>
                  <MoveItems id={idAt(at)} />
                  <MenuItem isDangerous onSelect={() => onChange(links.filter((_, index) => index !== at))}>
                    {words.removeLink}
                  </MenuItem>
                </Menu>
              </SortableRow>
              {below?.(link, (fields) => change(at, fields))}
            </li>
          ))}
        </ul>
      </Sortables>
      <span>
        <Button icon={faPlus} onClick={() => onChange([...links, blank])}>
          {add}
        </Button>
      </span>
    </fieldset>
  )
}

/** Returns the links with one of them moved beside another. */
function moved<Row>(links: readonly Row[], idAt: (at: number) => string, { item, target, where }: Move): Row[] {
  const placeOf = (id: string) => links.findIndex((_, at) => idAt(at) === id)
  const from = placeOf(item)
  const link = links[from]
  if (!link) return [...links]
  const place = placeOf(target) + (where === 'after' ? 1 : 0)
  return [...links.slice(0, place), link, ...links.slice(place)].filter(
    (_, index) => index !== (from < place ? from : from + 1),
  )
}
