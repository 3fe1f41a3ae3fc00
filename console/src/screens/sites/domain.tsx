import { faRotate } from '@fortawesome/free-solid-svg-icons'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api, Refused } from '../../api/client.ts'
import { Badge } from '../../parts/badge.tsx'
import { Button } from '../../parts/button.tsx'
import { Confirm } from '../../parts/confirm.tsx'
import { CopyField } from '../../parts/copy-field.tsx'
import { Field } from '../../parts/field.tsx'
import { refusedFields } from '../../parts/refusals.ts'
import { Section } from '../../parts/screen.tsx'
import { Failure, Loading, Notice, refusalText } from '../../parts/states.tsx'
import { useFormDraft } from '../../parts/use-form-draft.ts'
import { useWordsOf } from '../../words/words.ts'
import styles from './domain.module.css'
import screen from './site-screen.module.css'
import { SiteScreen } from './site-screen.tsx'
import { siteChanged, useSite } from './sites-queries.ts'

const at = '/v1/custom-hostnames/{hostname}' as const
const recheckMs = 30_000

const hostnameQuery = (hostname: string) =>
  queryOptions({
    queryKey: ['hostname', hostname],
    queryFn: ({ signal }) => api.get(at, { params: { hostname }, signal }),
  })

/** The host that a site is read at: which one, the DNS records that it takes, and what DNS says now. */
export function Domain() {
  const words = useWordsOf('addresses')
  const { site } = useSite()
  const { admin } = site.permissions
  return (
    <SiteScreen title={words.domain} lead={words.domainLead}>
      {!admin && <Notice kind="info">{words.onlyAdministrators}</Notice>}
      {admin && <HostnameForm key={site.hostname} />}
      {admin && site.hostname !== undefined && <Records hostname={site.hostname} />}
    </SiteScreen>
  )
}

function HostnameForm() {
  const words = useWordsOf('addresses')
  const queries = useQueryClient()
  const { site, params } = useSite()
  const { form, isChanged, change, clear, clearSent } = useFormDraft(`site-hostname/${site.id}`, {
    hostname: site.hostname ?? '',
  })
  const [isAsking, setAsking] = useState(false)
  const setHostname = (hostname: string | null) =>
    api.patch('/v1/orgs/{organizationId}/sites/{siteId}', { params, body: { hostname } })
  const save = useMutation({
    mutationFn: (typed: string) => setHostname(typed.trim().toLowerCase()),
    async onSuccess(saved, typed) {
      clearSent({ hostname: typed })
      await siteChanged(queries, params, saved)
    },
  })
  const remove = useMutation({
    mutationFn: () => setHostname(null),
    async onSuccess(saved) {
      clear()
      setAsking(false)
      await siteChanged(queries, params, saved)
    },
  })
  const problems = refusedFields(save.error, words, ['hostname'])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate(form.hostname)
  }
  return (
    <form className={screen.form} onSubmit={submit}>
      <Field
        label={words.hostname}
        hint={words.hostnameHint}
        placeholder="docs.example.com"
        value={form.hostname}
        required
        error={problems.of('hostname')}
        onChange={({ target }) => change({ hostname: target.value })}
      />
      {problems.other && <Notice>{problems.other}</Notice>}
      <div className={screen.buttons}>
        <Button kind="primary" type="submit" busy={save.isPending} disabled={!isChanged}>
          {words.save}
        </Button>
        {site.hostname !== undefined && (
          <Button kind="danger" onClick={() => setAsking(true)}>
            {words.removeHostname}
          </Button>
        )}
      </div>
      {isAsking && (
        <Confirm
          title={words.removeHostnameQuestion(site.hostname ?? '')}
          description={words.removeHostnameHint}
          action={words.removeHostname}
          work={remove}
          onClose={() => setAsking(false)}
        />
      )}
    </form>
  )
}

function Records({ hostname }: { hostname: string }) {
  const words = useWordsOf('addresses')
  const queries = useQueryClient()
  // DNS changes while somebody waits for it here.
  const { data: found, error, refetch } = useQuery({ ...hostnameQuery(hostname), refetchInterval: recheckMs })
  const check = useMutation({
    mutationFn: () => api.patch(at, { params: { hostname } }),
    onSettled: () => queries.invalidateQueries(hostnameQuery(hostname)),
  })
  if (!found) return error ? <Failure error={error} retry={() => void refetch()} /> : <Loading />
  const isVerified = found.isActive && found.status === 'dns_passed'
  // The refusal of a host that is verified meanwhile is no news.
  const isKnown = check.error instanceof Refused && check.error.status === 409 && isVerified
  return (
    <Section
      title={words.records}
      aside={
        !isVerified && (
          <Button icon={faRotate} busy={check.isPending} onClick={() => check.mutate()}>
            {words.checkNow}
          </Button>
        )
      }
    >
      <p className={styles.state} role="status">
        {isVerified ? (
          <Badge kind="success">{words.states.dns_passed}</Badge>
        ) : (
          <Badge kind="warning">{found.isActive ? words.waiting : words.taken}</Badge>
        )}
        <span>{isVerified ? words.verifiedHint : words.stateHints[found.status ?? 'unknown']}</span>
      </p>
      {check.error && !isKnown && <Notice>{refusalText(check.error, words)}</Notice>}
      {!isVerified && <p className={screen.lead}>{found.dns.cname ? words.recordsHint : words.recordHint}</p>}
      {found.dns.cname && (
        <div className={styles.record}>
          <b>CNAME</b>
          <CopyField label={words.recordName} value={found.hostname} />
          <CopyField label={words.recordValue} value={found.dns.cname} />
        </div>
      )}
      <div className={styles.record}>
        <b>TXT</b>
        <CopyField label={words.recordName} value={found.dns.txt.name} />
        <CopyField label={words.recordValue} value={found.dns.txt.value} />
      </div>
    </Section>
  )
}
