import type { SiteCustomizationSettings } from '@quire/contracts'
import { queryOptions, useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { api } from '../../api/client.ts'
import { Button } from '../../parts/button.tsx'
import { Notice, refusalText } from '../../parts/states.tsx'
import { useFormDraft } from '../../parts/use-form-draft.ts'
import { useWordsOf } from '../../words/words.ts'
import styles from './customization.module.css'
import { CustomizationForm } from './customization-form.tsx'
import { CustomizationPreview } from './customization-preview.tsx'
import { SiteScreen } from './site-screen.tsx'
import { type SiteParams, siteChanged, useSite } from './sites-queries.ts'

const at = '/v1/orgs/{organizationId}/sites/{siteId}/customization' as const

const settingsQuery = (params: SiteParams) =>
  queryOptions({
    queryKey: ['site', params.siteId, 'customization'],
    queryFn: ({ signal }) => api.get(at, { params: { ...params }, signal }),
  })

/** The looks of a site, beside a page of it that shows them before they are saved. */
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
  const queries = useQueryClient()
  const { site, params } = useSite()
  const { data: saved } = useSuspenseQuery(settingsQuery(params))
  const draft = useFormDraft<SiteCustomizationSettings>(`site-looks/${site.id}`, saved)
  const save = useMutation({
    mutationFn: () => api.put(at, { params, body: draft.form }),
    async onSuccess(stored) {
      queries.setQueryData(settingsQuery(params).queryKey, stored)
      draft.clear()
      await siteChanged(queries, params)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate()
  }
  return (
    <div className={styles.sides}>
      {/* A field in a closed group could not show what the browser finds wrong with it; refusals name it. */}
      <form className={styles.form} onSubmit={submit} noValidate>
        <CustomizationForm settings={draft.form} change={draft.change} />
        <div className={styles.foot}>
          {save.error && <Notice>{refusalText(save.error, words).replace(/^body\./, '')}</Notice>}
          {save.isSuccess && !draft.isChanged && <Notice kind="success">{words.savedLive}</Notice>}
          <div className={styles.buttons}>
            <Button kind="primary" type="submit" busy={save.isPending} disabled={!draft.isChanged}>
              {words.save}
            </Button>
            {draft.isChanged && <Button onClick={draft.clear}>{words.discard}</Button>}
          </div>
        </div>
      </form>
      <CustomizationPreview settings={draft.form} />
    </div>
  )
}
