import type { SiteSpaceCustomizationSettings } from '@quire/contracts'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { Button } from '../../../parts/button.tsx'
import { Confirm } from '../../../parts/confirm.tsx'
import { useWordsOf } from '../../../words/words.ts'
import { siteChanged, useSite } from '../sites-queries.ts'
import { changedLooks, groupedLooks } from './changed-looks.ts'
import { LooksForm } from './looks-form.tsx'

const at = '/v1/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}/customization' as const

interface SpaceLooksProps {
  /** `path` is that of the space on its site. */
  space: { id: string; title: string; path: string }
}

/** The looks of a space on a site: those of the site, except for what the space has of its own. */
export function SpaceLooks({ space }: SpaceLooksProps) {
  const words = useWordsOf('customization')
  const queries = useQueryClient()
  const { params: ofSite } = useSite()
  const params = { ...ofSite, siteSpaceId: space.id }
  const key = ['site', ofSite.siteId, 'customization', space.id]
  const { data } = useSuspenseQuery({ queryKey: key, queryFn: ({ signal }) => api.get(at, { params, signal }) })
  const { hasOverrides, ...saved } = data
  const [isAsking, setAsking] = useState(false)
  const store = async (stored?: SiteSpaceCustomizationSettings) => {
    if (stored) queries.setQueryData(key, stored)
    await siteChanged(queries, ofSite)
  }
  const reset = useMutation({
    mutationFn: () => api.delete(at, { params }),
    async onSuccess() {
      await store()
      setAsking(false)
    },
  })
  return (
    <LooksForm
      name={`space-looks/${space.id}`}
      saved={saved}
      isOfSpace
      preview={(settings) => ({ overrides: groupedLooks(changedLooks(saved, settings)), path: space.path })}
      save={async (changes) => store(await api.patch(at, { params, body: groupedLooks(changes) }))}
    >
      {hasOverrides && <Button onClick={() => setAsking(true)}>{words.asSite}</Button>}
      {isAsking && (
        <Confirm
          title={words.asSiteTitle(space.title)}
          description={words.asSiteHint}
          action={words.asSite}
          work={reset}
          onClose={() => setAsking(false)}
        />
      )}
    </LooksForm>
  )
}
