import type { SiteCustomizationSettings } from '@quire/contracts'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Choice, Field } from '../../../parts/field.tsx'
import { refusalText } from '../../../parts/states.tsx'
import { useWordsOf } from '../../../words/words.ts'
import { documentOptions } from '../../space/document-options.ts'
import { pagesQuery } from '../../space/space-queries.ts'
import { structureQuery, useSite } from '../sites-queries.ts'
import { spacesOf, treeOf } from '../structure-tree.ts'
import styles from './customization.module.css'

export type Target = NonNullable<SiteCustomizationSettings['header']['links'][number]['to']>

interface LinkTargetProps {
  /** The place of the link in its list, from 1. */
  at: number
  /** Makes the name of a field from its label. */
  nameIn: (label: string) => string
  target: Target
  onChange: (target: Target) => void
}

/** The kinds of targets that are chosen here. A link to anything else keeps its target until another one is chosen. */
const kinds = ['url', 'page', 'space'] as const

/** The fields for what a link of a site leads to: an address, or a space of the site or a page of it. */
export function LinkTarget({ at, nameIn, target, onChange }: LinkTargetProps) {
  const words = useWordsOf('customization')
  const { params } = useSite()
  const { data } = useSuspenseQuery(structureQuery(params))
  const spaces = spacesOf(treeOf(data)).map(({ spaceId, title }) => [spaceId, title] as const)
  // The space of a page that is still to be chosen; the link keeps its target until then.
  const [choosing, setChoosing] = useState<string>()
  const kind = choosing === undefined ? target.kind : 'page'
  const space = choosing ?? ('space' in target ? target.space : undefined)
  const offered = kinds.filter((one) => one === 'url' || spaces.length > 0)

  function choose(kind: string, spaceId = spaces[0]?.[0] ?? '') {
    setChoosing(kind === 'page' ? spaceId : undefined)
    if (kind === 'url') onChange({ kind, url: 'https://' })
    if (kind === 'space') onChange({ kind, space: spaceId })
  }
  return (
    <div className={styles.target}>
      <Choice
        label={nameIn(words.linkKind(at))}
        value={kind}
        options={withCurrent(
          offered.map((one) => [one, words.linkTargets[one]]),
          target.kind,
          words.linkKept,
        )}
        onChange={({ target: { value } }) => choose(value, space)}
      />
      {choosing === undefined && target.kind === 'url' && (
        <Field
          label={nameIn(words.linkAddress(at))}
          placeholder="https://"
          type="url"
          value={target.url}
          required
          onChange={({ target: { value } }) => onChange({ kind: 'url', url: value.replaceAll(' ', '%20') })}
        />
      )}
      {(kind === 'space' || kind === 'page') && space !== undefined && (
        <Choice
          label={nameIn(words.linkSpace(at))}
          value={space}
          options={withCurrent(spaces, space, words.linkGone)}
          onChange={({ target: { value } }) => choose(kind, value)}
        />
      )}
      {kind === 'page' && space !== undefined && (
        <PageOf
          label={nameIn(words.linkPage(at))}
          spaceId={space}
          page={choosing === undefined && target.kind === 'page' ? target.page : ''}
          onChange={(page) => {
            setChoosing(undefined)
            onChange({ kind, page, space })
          }}
        />
      )}
    </div>
  )
}

interface PageOfProps {
  label: string
  spaceId: string
  page: string
  onChange: (page: string) => void
}

function PageOf({ label, spaceId, page, onChange }: PageOfProps) {
  const words = useWordsOf('customization')
  const { data, error } = useQuery(pagesQuery({ spaceId }))
  const pages = documentOptions(data ?? [], words.untitled)
  // Only the first option can be one that the field, which is required, does not take.
  const options =
    page === '' ? [['', words.choosePage] as const, ...pages] : withCurrent(pages, page, data ? words.linkGone : '…')
  return (
    <Choice
      label={label}
      value={page}
      options={options}
      required
      error={error ? refusalText(error, words) : undefined}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

type Options = readonly (readonly [value: string, name: string])[]

/** Adds what is chosen now where it is not among the options: it was deleted, or the person does not see it. */
const withCurrent = (options: Options, current: string, name: string): Options =>
  options.some(([value]) => value === current) ? options : [...options, [current, name]]
