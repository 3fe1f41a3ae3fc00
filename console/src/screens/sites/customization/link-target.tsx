import type { SiteCustomizationSettings } from '@quire/contracts'
import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Choice, Field } from '../../../parts/field.tsx'
import { useWordsOf } from '../../../words/words.ts'
import { firstDocument } from '../../space/pages.ts'
import { pagesQuery } from '../../space/space-queries.ts'
import { documentOptions } from '../document-options.ts'
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
  const queries = useQueryClient()
  const { params } = useSite()
  const { data } = useSuspenseQuery(structureQuery(params))
  const spaces = spacesOf(treeOf(data)).map(({ spaceId, title }) => [spaceId, title] as const)
  const space = 'space' in target ? target.space : undefined
  const offered = kinds.filter((kind) => kind === 'url' || spaces.length > 0)

  async function chooseKind(kind: (typeof kinds)[number], spaceId = spaces[0]?.[0] ?? '') {
    if (kind === 'url') return onChange({ kind, url: 'https://' })
    if (kind === 'space') return onChange({ kind, space: spaceId })
    const page = firstDocument(await queries.ensureQueryData(pagesQuery({ spaceId })).catch(() => []))
    onChange(page ? { kind, page: page.id, space: spaceId } : { kind: 'space', space: spaceId })
  }
  return (
    <div className={styles.target}>
      <Choice
        label={nameIn(words.linkKind(at))}
        value={target.kind}
        options={withCurrent(
          offered.map((kind) => [kind, words.linkTargets[kind]]),
          target.kind,
          words.linkKept,
        )}
        onChange={({ target: { value } }) => {
          const kind = kinds.find((one) => one === value)
          if (kind) void chooseKind(kind, space)
        }}
      />
      {target.kind === 'url' && (
        <Field
          label={nameIn(words.linkAddress(at))}
          placeholder="https://"
          type="url"
          value={target.url}
          required
          onChange={({ target: { value } }) => onChange({ kind: 'url', url: value })}
        />
      )}
      {(target.kind === 'space' || target.kind === 'page') && space !== undefined && (
        <Choice
          label={nameIn(words.linkSpace(at))}
          value={space}
          options={withCurrent(spaces, space, '–')}
          onChange={({ target: { value } }) => void chooseKind(target.kind === 'page' ? 'page' : 'space', value)}
        />
      )}
      {target.kind === 'page' && space !== undefined && (
        <PageOf
          label={nameIn(words.linkPage(at))}
          spaceId={space}
          page={target.page}
          onChange={(page) => onChange({ kind: 'page', page, space })}
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
  const { data = [] } = useQuery(pagesQuery({ spaceId }))
  const options = withCurrent(documentOptions(data, words.untitled), page, '–')
  return <Choice label={label} value={page} options={options} onChange={({ target }) => onChange(target.value)} />
}

type Options = readonly (readonly [value: string, name: string])[]

/** Adds what is chosen now where it is not among the options: it was deleted, or the person does not see it. */
const withCurrent = (options: Options, current: string, name: string): Options =>
  options.some(([value]) => value === current) ? options : [...options, [current, name]]
