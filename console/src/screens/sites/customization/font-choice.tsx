import { faPlus } from '@fortawesome/free-solid-svg-icons'
import type { SiteCustomizationSettings } from '@quire/contracts'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { Button } from '../../../parts/button.tsx'
import { Confirm } from '../../../parts/confirm.tsx'
import { Choice } from '../../../parts/field.tsx'
import { Notice, refusalText } from '../../../parts/states.tsx'
import { useWordsOf } from '../../../words/words.ts'
import { siteChanged, useSite } from '../sites-queries.ts'
import styles from './customization.module.css'
import { NewFont } from './new-font.tsx'

type Font = SiteCustomizationSettings['styling']['font' | 'monospaceFont']

const fontsQuery = (organizationId: string) =>
  queryOptions({
    queryKey: ['fonts', organizationId],
    queryFn: ({ signal }) => api.get('/v1/orgs/{organizationId}/fonts', { params: { organizationId }, signal }),
  })

interface FontChoiceProps<Shipped extends string> {
  label: string
  value: Font
  shipped: readonly Shipped[]
  onChange: (font: Shipped | Exclude<Font, string>) => void
}

/** A choice among fonts that Quire has and those of the organization, which can have more. */
export function FontChoice<Shipped extends string>({ label, value, shipped, onChange }: FontChoiceProps<Shipped>) {
  const words = useWordsOf('customization')
  const queries = useQueryClient()
  const { params } = useSite()
  const { organizationId } = params
  const [shows, setShows] = useState<'new' | 'deletion'>()
  const { data: fonts, error } = useQuery(fontsQuery(organizationId))
  // One that was uploaded to this site alone is not among those of the organization.
  const chosen = typeof value === 'string' ? undefined : value
  const present = fonts?.items ?? []
  const own = chosen && !present.some(({ id }) => id === chosen.id) ? [chosen, ...present] : present
  const deletable = present.find(({ id, permissions }) => id === chosen?.id && permissions.edit)
  const close = () => setShows(undefined)
  const remove = useMutation({
    mutationFn: (fontId: string) =>
      api.delete('/v1/orgs/{organizationId}/fonts/{fontId}', { params: { organizationId, fontId } }),
    async onSuccess() {
      await Promise.all([queries.invalidateQueries(fontsQuery(organizationId)), siteChanged(queries, params)])
      const [first] = shipped
      if (first) onChange(first)
      close()
    },
  })
  function choose(name: string) {
    const font = own.find(({ id }) => id === name)
    if (!font) return onChange(shipped.find((one) => one === name) ?? (shipped[0] as Shipped))
    const { id, custom, fontFamily, fontFaces } = font
    return onChange({ id, custom, fontFamily, fontFaces })
  }
  return (
    <div className={styles.list}>
      <Choice
        label={label}
        value={chosen ? chosen.id : (value as string)}
        options={[
          ...shipped.map((one) => [one, spaced(one)] as const),
          ...own.map(({ id, fontFamily }) => [id, fontFamily] as const),
        ]}
        onChange={({ target }) => choose(target.value)}
      />
      {error && <Notice>{refusalText(error, words)}</Notice>}
      <div className={styles.buttons}>
        <Button kind="quiet" icon={faPlus} aria-label={`${label}: ${words.addFont}`} onClick={() => setShows('new')}>
          {words.addFont}
        </Button>
        {deletable && (
          <Button kind="quiet" onClick={() => setShows('deletion')}>
            {words.deleteFont(deletable.fontFamily)}
          </Button>
        )}
      </div>
      {shows === 'new' && (
        <NewFont
          organizationId={organizationId}
          onClose={close}
          onCreated={async (font) => {
            await queries.invalidateQueries(fontsQuery(organizationId))
            onChange(font)
            close()
          }}
        />
      )}
      {shows === 'deletion' && deletable && (
        <Confirm
          title={words.deleteFont(deletable.fontFamily)}
          description={words.deleteFontHint}
          action={words.deleteFont(deletable.fontFamily)}
          work={{ ...remove, mutate: () => remove.mutate(deletable.id) }}
          onClose={close}
        />
      )}
    </div>
  )
}

/** Writes the name of a font as people do: SourceSansPro is Source Sans Pro. */
const spaced = (font: string) => font.replace(/(?<=[a-z])(?=[A-Z])|(?<=[A-Z]{2})(?=[A-Z][a-z])/g, ' ')
