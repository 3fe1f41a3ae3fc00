import type { ShareLink } from '@quire/contracts'
import { queryOptions, useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api } from '../../api/client.ts'
import { all } from '../../api/queries.ts'
import { Badge } from '../../parts/badge.tsx'
import { Button } from '../../parts/button.tsx'
import { Confirm } from '../../parts/confirm.tsx'
import { CopyField } from '../../parts/copy-field.tsx'
import { Field } from '../../parts/field.tsx'
import { refusedFields } from '../../parts/refusals.ts'
import { Section } from '../../parts/screen.tsx'
import { Notice, refusalText } from '../../parts/states.tsx'
import { Time } from '../../parts/time.tsx'
import { useFormDraft } from '../../parts/use-form-draft.ts'
import { useWordsOf } from '../../words/words.ts'
import styles from './share-links.module.css'
import screen from './site-screen.module.css'
import { type SiteParams, useSite } from './sites-queries.ts'

const at = '/v1/orgs/{organizationId}/sites/{siteId}/share-links' as const

const linksQuery = (params: SiteParams) =>
  queryOptions({
    queryKey: ['site', params.siteId, 'share-links'],
    queryFn: ({ signal }) => all((page) => api.get(at, { params: { ...params }, query: { limit: 100, page }, signal })),
  })

/** The links at which a site is read; each is revoked by itself. */
export function ShareLinks() {
  const words = useWordsOf('audience')
  const queries = useQueryClient()
  const { site, params } = useSite()
  const { data: links } = useSuspenseQuery(linksQuery(params))
  const { form, change, clearSent } = useFormDraft(`share-link/${site.id}`, { name: '' })
  const create = useMutation({
    mutationFn: (body: typeof form) => api.post(at, { params, body }),
    async onSuccess(_, sent) {
      clearSent(sent)
      await queries.invalidateQueries(linksQuery(params))
    },
  })
  const problems = refusedFields(create.error, words, ['name'])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    create.mutate(form)
  }
  return (
    <Section title={words.shareLinks}>
      {!site.published && <Notice kind="info">{words.linksWhenPublished}</Notice>}
      {links.length === 0 ? (
        <p className={screen.lead}>{words.noShareLinks}</p>
      ) : (
        <ul className={styles.links}>
          {links.map((link) => (
            <LinkRow key={link.id} link={link} />
          ))}
        </ul>
      )}
      <form className={styles.create} onSubmit={submit}>
        <Field
          label={words.linkName}
          hint={words.linkNameHint}
          value={form.name}
          required
          maxLength={50}
          error={problems.of('name')}
          onChange={({ target }) => change({ name: target.value })}
        />
        <Button type="submit" busy={create.isPending}>
          {words.createLink}
        </Button>
      </form>
      {problems.other && <Notice>{problems.other}</Notice>}
    </Section>
  )
}

function LinkRow({ link }: { link: ShareLink }) {
  const words = useWordsOf('audience')
  const queries = useQueryClient()
  const { params } = useSite()
  const ofLink = { params: { ...params, shareLinkId: link.id } }
  const change = useMutation({
    mutationFn: (active: boolean) => api.patch(`${at}/{shareLinkId}`, { ...ofLink, body: { active } }),
    onSuccess: () => queries.invalidateQueries(linksQuery(params)),
  })
  const revoke = useMutation({
    mutationFn: () => api.delete(`${at}/{shareLinkId}`, ofLink),
    onSuccess: () => queries.invalidateQueries(linksQuery(params)),
  })
  const [isEnding, setEnding] = useState(false)
  const name = link.name || words.unnamedLink
  const address = link.urls.published
  return (
    <li className={styles.link}>
      <div className={styles.head}>
        <span className={styles.name}>{name}</span>
        {link.active === false && <Badge kind="warning">{words.inactive}</Badge>}
        <span className={styles.since}>
          {words.since} <Time at={link.createdAt} />
        </span>
        <Button
          kind="quiet"
          aria-label={`${link.active === false ? words.activate : words.deactivate}: ${name}`}
          onClick={() => change.mutate(link.active === false)}
        >
          {link.active === false ? words.activate : words.deactivate}
        </Button>
        <Button kind="quiet" aria-label={`${words.revoke}: ${name}`} onClick={() => setEnding(true)}>
          {words.revoke}
        </Button>
      </div>
      {address && link.active !== false && <CopyField label={words.addressOf(name)} hidesLabel value={address} />}
      {change.error && <Notice>{refusalText(change.error, words)}</Notice>}
      {isEnding && (
        <Confirm
          title={words.revokeLinkQuestion(name)}
          description={words.revokeLinkHint}
          action={words.revoke}
          work={revoke}
          onClose={() => setEnding(false)}
        />
      )}
    </li>
  )
}
