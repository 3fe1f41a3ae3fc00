import type { Site } from '@quire/contracts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api } from '../../api/client.ts'
import { Button } from '../../parts/button.tsx'
import { Notice, refusalText } from '../../parts/states.tsx'
import { useWordsOf } from '../../words/words.ts'
import { Audiences } from './audiences.tsx'
import { ShareLinks } from './share-links.tsx'
import styles from './site-screen.module.css'
import { SiteScreen } from './site-screen.tsx'
import { siteChanged, useSite } from './sites-queries.ts'
import { VisitorSignIn } from './visitor-sign-in.tsx'

/** Who may read a site, with what each audience needs to be set up. */
export function Audience() {
  const words = useWordsOf('audience')
  const { site } = useSite()
  const Setup = setups[site.visibility]
  return (
    <SiteScreen title={words.audienceTitle} lead={words.audienceLead}>
      <Choosing key={`${site.id}/${site.visibility}`} />
      {Setup && <Setup />}
    </SiteScreen>
  )
}

/** What an audience needs besides being chosen. */
const setups: Partial<Record<Site['visibility'], () => React.ReactNode>> = {
  'share-link': ShareLinks,
  'visitor-auth': VisitorSignIn,
}

function Choosing() {
  const words = useWordsOf('audience')
  const queries = useQueryClient()
  const { site, params } = useSite()
  const [visibility, setVisibility] = useState(site.visibility)
  const save = useMutation({
    mutationFn: () => api.patch('/v1/orgs/{organizationId}/sites/{siteId}', { params, body: { visibility } }),
    onSuccess: (saved) => siteChanged(queries, params, saved),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate()
  }
  const isChanged = visibility !== site.visibility
  return (
    <form className={styles.form} onSubmit={submit}>
      <Audiences value={visibility} onChoose={setVisibility} />
      {isChanged && site.published && <Notice kind="warning">{words.atOnce}</Notice>}
      {save.error && <Notice>{refusalText(save.error, words)}</Notice>}
      <Button kind="primary" type="submit" busy={save.isPending} disabled={!isChanged}>
        {words.save}
      </Button>
    </form>
  )
}
