import { faArrowTurnUp, faFileImport, faPen, faPlus, faXmark } from '@fortawesome/free-solid-svg-icons'
import type { SiteRedirect } from '@quire/contracts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { usePages } from '../../api/use-pages.ts'
import { Badge } from '../../parts/badge.tsx'
import { Button, IconButton } from '../../parts/button.tsx'
import { Field } from '../../parts/field.tsx'
import { ListEnd } from '../../parts/list-end.tsx'
import rows from '../../parts/rows.module.css'
import { Empty, Notice, refusalText } from '../../parts/states.tsx'
import { useUndo } from '../../parts/undo.tsx'
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
import { useSite } from './sites-queries.ts'

const at = '/v1/orgs/{organizationId}/sites/{siteId}/redirects' as const
const typingMs = 200
const limit = 100

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
  const list = usePages([...redirectsKey(params), settled], (page, signal) =>
    api.get(at, { params, query: { limit, search: settled, page }, signal }),
  )
  const targets = useRedirectTargets(spacesIn(list.items.map(({ destination }) => destination)))
  const [offer, undo] = useUndo()
  const refresh = () => queries.invalidateQueries({ queryKey: redirectsKey(params) })
  const remove = useMutation({
    async mutationFn({ id: siteRedirectId, source, destination, draft, permanent }: SiteRedirect) {
      await api.delete(`${at}/{siteRedirectId}`, { params: { ...params, siteRedirectId } })
      offer(words.redirectRemoved(source), async () => {
        await api.post(at, { params, body: { source, destination, draft, permanent } })
        await refresh()
      })
    },
    onSuccess: refresh,
  })
  if (list.isSuccess && list.items.length === 0 && settled === '')
    return (
      <>
        {undo}
        <Empty icon={faArrowTurnUp} title={words.noRedirects}>
          {words.noRedirectsHint}
        </Empty>
      </>
    )
  return (
    <>
      {undo}
      <Field
        label={words.findRedirect}
        type="search"
        value={search}
        onChange={({ target }) => setSearch(target.value)}
      />
      {remove.error && <Notice>{refusalText(remove.error, words)}</Notice>}
      {list.isSuccess && list.items.length === 0 && <p className={rows.detail}>{words.noRedirectsFound}</p>}
      {list.items.length > 0 && (
        <ul className={rows.rows}>
          {list.items.map((redirect) => (
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
                  onClick={() => remove.mutate(redirect)}
                />
              </span>
            </li>
          ))}
        </ul>
      )}
      <ListEnd list={list} />
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
