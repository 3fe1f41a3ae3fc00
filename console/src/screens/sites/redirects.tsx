import { faArrowTurnUp, faFileImport, faPen, faPlus, faXmark } from '@fortawesome/free-solid-svg-icons'
import type { SiteRedirect } from '@quire/contracts'
import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { Badge } from '../../parts/badge.tsx'
import { Button, IconButton } from '../../parts/button.tsx'
import { Field } from '../../parts/field.tsx'
import rows from '../../parts/rows.module.css'
import { Empty, Notice, refusalText } from '../../parts/states.tsx'
import { useSettled } from '../../parts/use-settled.ts'
import { useWordsOf } from '../../words/words.ts'
import { PasteRedirects } from './paste-redirects.tsx'
import { RedirectDialog } from './redirect-dialog.tsx'
import {
  type Destination,
  type RedirectTargets,
  redirectsKey,
  spacesIn,
  useRedirectTargets,
} from './redirect-targets.ts'
import styles from './redirects.module.css'
import { SiteScreen } from './site-screen.tsx'
import { type SiteParams, useSite } from './sites-queries.ts'

const at = '/v1/orgs/{organizationId}/sites/{siteId}/redirects' as const
const typingMs = 200
const limit = 200

const redirectsQuery = (params: SiteParams, search: string) =>
  queryOptions({
    queryKey: [...redirectsKey(params), search],
    queryFn: ({ signal }) => api.get(at, { params: { ...params }, query: { limit, search }, signal }),
  })

/** Paths of a site that lead elsewhere. */
export function Redirects() {
  const words = useWordsOf('addresses')
  const [open, setOpen] = useState<SiteRedirect | 'new' | 'paste'>()
  const { site } = useSite()
  const actions = (
    <>
      <Button icon={faFileImport} onClick={() => setOpen('paste')}>
        {words.pasteRedirects}
      </Button>
      <Button icon={faPlus} kind="primary" onClick={() => setOpen('new')}>
        {words.addRedirect}
      </Button>
    </>
  )
  const close = () => setOpen(undefined)
  return (
    <SiteScreen title={words.redirects} lead={words.redirectsLead} actions={actions}>
      {site.permissions.create && <RedirectList onEdit={setOpen} />}
      {open === 'paste' && <PasteRedirects onClose={close} />}
      {open !== undefined && open !== 'paste' && (
        <RedirectDialog redirect={open === 'new' ? undefined : open} onClose={close} />
      )}
    </SiteScreen>
  )
}

function RedirectList({ onEdit }: { onEdit: (redirect: SiteRedirect) => void }) {
  const words = useWordsOf('addresses')
  const queries = useQueryClient()
  const { params } = useSite()
  const [search, setSearch] = useState('')
  const settled = useSettled(search, typingMs)
  const { data } = useQuery({ ...redirectsQuery(params, settled), placeholderData: keepPreviousData })
  const targets = useRedirectTargets(spacesIn(data?.items.map(({ destination }) => destination) ?? []))
  const remove = useMutation({
    mutationFn: (siteRedirectId: string) =>
      api.delete(`${at}/{siteRedirectId}`, { params: { ...params, siteRedirectId } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: redirectsKey(params) }),
  })
  if (!data) return null
  if (data.items.length === 0 && settled === '')
    return (
      <Empty icon={faArrowTurnUp} title={words.noRedirects}>
        {words.noRedirectsHint}
      </Empty>
    )
  return (
    <>
      <Field
        label={words.findRedirect}
        type="search"
        value={search}
        onChange={({ target }) => setSearch(target.value)}
      />
      {remove.error && <Notice>{refusalText(remove.error, words)}</Notice>}
      {data.items.length === 0 && <p className={rows.detail}>{words.noRedirectsFound}</p>}
      {data.items.length > 0 && (
        <ul className={rows.rows}>
          {data.items.map((redirect) => (
            <li key={redirect.id} className={rows.row}>
              <span className={rows.main}>
                <span className={rows.title}>{redirect.source}</span>
                <Target destination={redirect.destination} targets={targets} />
              </span>
              <span className={rows.aside}>
                {redirect.draft && <Badge kind="warning">{words.draft}</Badge>}
                {redirect.permanent && <Badge>{words.permanent}</Badge>}
                <IconButton icon={faPen} label={words.editRedirect(redirect.source)} onClick={() => onEdit(redirect)} />
                <IconButton
                  icon={faXmark}
                  label={words.removeRedirect(redirect.source)}
                  onClick={() => remove.mutate(redirect.id)}
                />
              </span>
            </li>
          ))}
        </ul>
      )}
      {data.next && <p className={rows.detail}>{words.moreRedirects(limit)}</p>}
    </>
  )
}

interface TargetProps {
  destination: Destination
  targets: RedirectTargets
}

/** Names the target of a redirect, and says which part of it is lost. */
function Target({ destination, targets }: TargetProps) {
  const words = useWordsOf('addresses')
  const [name, lost] = [targets.nameOf(destination), targets.lostPart(destination)]
  return (
    <>
      {name && <span className={rows.detail}>→ {name}</span>}
      {lost && <span className={styles.lost}>{words.lostTargets[lost]}</span>}
    </>
  )
}
